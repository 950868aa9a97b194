#pragma once

// A hint for the habit that fails on judges with standard input: freopen, or opening input.txt.

#include <optional>
#include <vector>

#include "model/report.h"
#include "toolchain/language.h"
#include "toolchain/staging.h"

namespace judge {

/// The first place in the code of `source` that opens a file, as finding "file-access". What stands in comments, in
/// quotes, or under an #if that the commands' -D words turn off does not count, nor does /dev/stdin.
std::optional<Finding> find_file_access(const StagedFile& source, const Language& language,
                                        const std::vector<std::vector<std::string>>& commands);

}  // namespace judge
