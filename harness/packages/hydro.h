#pragma once

// Hydro: problem.yaml beside testdata/config.yaml, or the test data alone.
// Source: hydro-dev/Hydro packages/common.

#include "packages/imported.h"

namespace judge {

bool is_hydro(const Source& source);
/// Errors: bad_input - with file and line.
Result<std::vector<Imported>> read_hydro(const Source& source);

}  // namespace judge
