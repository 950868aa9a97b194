#pragma once

// What the Competitive Companion browser extension sends, and cph's .prob files, which are the same with a source file.
// Source: jmerle/competitive-companion README and src/, 2.65.0; agrawal-d/cph src/types.ts.

#include "packages/imported.h"
#include "packages/tree.h"

namespace judge {

/// One task. `bytes` of the cases become files below `source.scratch`.
/// Errors: bad_input - a value of a wrong type, no name and no url, a case without input.
Result<Imported> read_companion_task(const Tree& task, const Source& source);

/// `batch` of a payload: which tasks belong together.
struct CompanionBatch {
    std::string id;
    int size = 1;
};
CompanionBatch batch_of(const Tree& task);

bool is_cph(const Source& source);
Result<std::vector<Imported>> read_cph(const Source& source);

}  // namespace judge
