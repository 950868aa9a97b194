#pragma once

// Results of compilations in the cache: found by a direct key through the headers they really read.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "toolchain/cache.h"
#include "toolchain/manifest.h"

namespace judge {

struct FoundResult {
    CacheEntry entry;
    std::string key;
    std::vector<Dependency> dependencies;
};

/// The result of an earlier compilation with this direct key whose headers are all as they were, or nothing.
std::optional<FoundResult> find_result(const Cache& cache, const std::string& direct_key, const StagedHashes& staged);

/// Keeps what was built. Errors: io.
Result<FoundResult> keep_result(const Cache& cache, const std::string& direct_key, const CacheRecord& record,
                                std::vector<Dependency> dependencies, BuildFolder build);

}  // namespace judge
