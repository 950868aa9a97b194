#pragma once

// Big headers, compiled once for each compiler and set of flags.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "toolchain/build_job.h"

namespace judge {

/// A precompiled header that is ready.
struct PrecompiledHeader {
    std::string folder;                     // must be readable for the compiler
    Command use;                            // words for the compile command
    std::vector<std::string> dependencies;  // headers it was made of
};

/// True if `text` has `header` as its very first directive, so that nothing before it can change its meaning.
bool begins_with_include(std::string_view text, std::string_view header);

/// The precompiled header that `job` can use, made now if it is not in the cache. Nothing if the row has none, the main
/// source does not begin with the header, or it could not be made: then the plain command does. Other threads and
/// processes that want the same one wait for it. Errors: io; interrupted, sandbox - from the runner.
Result<std::optional<PrecompiledHeader>> precompiled_for(const BuildJob& job, const Cache& cache, Runner& runner);

}  // namespace judge
