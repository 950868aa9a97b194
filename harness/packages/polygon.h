#pragma once

// Polygon packages (Codeforces): problem.xml, files/, tests/, solutions/.
// Source: Polygon2DOMjudge; testlib.h 0.9.45 for the standard checkers.

#include "packages/imported.h"

namespace judge {

bool is_polygon(const Source& source);
/// Errors: bad_input - problem.xml is no XML, a limit is no number, no test set.
Result<std::vector<Imported>> read_polygon(const Source& source);

/// True if `name` ("wcmp") is a comparer of the checker room that does what testlib's standard checker does.
bool is_standard_checker(std::string_view name);

}  // namespace judge
