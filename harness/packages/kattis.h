#pragma once

// Kattis and ICPC problem packages: legacy, legacy-icpc, and 2025-09 with its draft names.
// Source: Kattis/problem-package-format spec/legacy.md, spec/2025-09.md, read 2026-11-30.

#include "packages/imported.h"
#include "packages/tree.h"

namespace judge {

enum class KattisVersion { legacy, v2025_09 };

bool is_kattis(const Source& source);
Result<std::vector<Imported>> read_kattis(const Source& source);

/// data/sample and data/secret with their testdata.yaml (legacy) or test_group.yaml and case files (2025-09).
/// Errors: bad_input - with file and line.
Status read_kattis_data(Imported& imported, const Source& source, KattisVersion version);

/// submissions/ and submissions.yaml, with the files of include/ added to each.
/// Errors: bad_input - with file and line.
Status read_kattis_submissions(Imported& imported, const Source& source);

}  // namespace judge
