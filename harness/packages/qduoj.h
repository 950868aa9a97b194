#pragma once

// QDUOJ: exported problems (problem.json beside testcase/) and test data with an info file.
// Source: QingdaoU/OnlineJudge problem/views/admin.py, QingdaoU/JudgeServer.

#include "packages/imported.h"

namespace judge {

bool is_qduoj(const Source& source);
/// Errors: bad_input - with file and line.
Result<std::vector<Imported>> read_qduoj(const Source& source);

}  // namespace judge
