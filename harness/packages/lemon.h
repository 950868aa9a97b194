#pragma once

// LemonLime contests: a .cdf file (JSON) beside data/ and source/.
// Source: Project-LemonLime/Project_LemonLime src/core/task.cpp and testcase.cpp, read 2026-11-30.

#include "packages/imported.h"

namespace judge {

bool is_lemon(const Source& source);
/// One problem a task. Errors: bad_input - with file and line; a contest of the old binary kind.
Result<std::vector<Imported>> read_lemon(const Source& source);

}  // namespace judge
