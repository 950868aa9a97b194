#pragma once

// The project's own problems as a package: a folder or archive that somebody passed on.

#include "packages/imported.h"

namespace judge {

/// True where problem.json lies beside sample/ or secret/.
bool is_native(const Source& source);
Result<std::vector<Imported>> read_native(const Source& source);

}  // namespace judge
