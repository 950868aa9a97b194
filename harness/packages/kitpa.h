#pragma once

// KITPA's layout: config.json, description.md, subtaskK/{n.in, n.out, score.txt}.
// Source: kitpaorg/algorithm_Example, read 2026-11-30.

#include "packages/imported.h"

namespace judge {

bool is_kitpa(const Source& source);
/// Errors: bad_input - with file and line.
Result<std::vector<Imported>> read_kitpa(const Source& source);

}  // namespace judge
