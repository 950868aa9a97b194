#pragma once

// The first of a row of states that is bad, by halving. Pure bookkeeping: what a state is, the caller knows.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"

namespace judge {

/// skip: this state cannot be judged (the submission is not there, or does not compile for another reason).
enum class Probe : std::uint8_t { good, bad, skip };

struct BisectOutcome {
    std::vector<std::size_t> suspects;  // one: the first bad state; more: states between that could not be judged, too
    std::size_t probes = 0;
};

/// State 0 is good and state `count` - 1 is bad, without asking; `count` is at least 2. Asks about the states between,
/// the middle one first, each at most once. Errors: those of `probe`.
Result<BisectOutcome> bisect(std::size_t count, const std::function<Result<Probe>(std::size_t)>& probe);

}  // namespace judge
