#pragma once

// HUSTOJ: FPS files (XML) and data folders with spj, tpj or upj.
// Source: zhblue/freeproblemset TransportFileDefinition, zhblue/hustoj judge_client.

#include "packages/imported.h"

namespace judge {

bool is_fps(const Source& source);
/// Errors: bad_input - no XML (with the line), an item without a title.
Result<std::vector<Imported>> read_fps(const Source& source);

bool is_hustoj(const Source& source);
Result<std::vector<Imported>> read_hustoj(const Source& source);

/// The usual ending of a source in `language`, as web judges call it: "cpp" of "C++", "py" of "Python3"; "txt" of what
/// is not known.
std::string ending_of_language(std::string_view language);

}  // namespace judge
