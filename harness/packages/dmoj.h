#pragma once

// DMOJ problems: init.yml. Source: DMOJ/docs problem_format, DMOJ/judge-server.

#include "packages/imported.h"

namespace judge {

bool is_dmoj(const Source& source);
/// Errors: bad_input - with file and line; an archive that is refused.
Result<std::vector<Imported>> read_dmoj(const Source& source);

/// The batch and the case that DMOJ's default patterns see in a file's name: "2" and "3" of "problem.2-3.in". A batch
/// of -1 is none. Nothing for names that are neither input nor output.
struct DmojName {
    int batch = -1;
    int number = 0;
};
std::optional<DmojName> dmoj_name(std::string_view file, std::string_view word);

}  // namespace judge
