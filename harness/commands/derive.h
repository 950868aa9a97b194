#pragma once

// Time limits that a package leaves to the submissions that come with it.

#include <functional>
#include <vector>

#include "commands/judged.h"

namespace judge {

struct DerivedLimit {
    Problem problem;                // without a rule any more, unless no submission tells the limit
    std::vector<Finding> findings;  // "time-limit-derived", "time-limit-unknown", "not-too-slow"
};

/// Runs the accepted submissions of `problem`, which has a rule, and sets the limit that follows; then runs those that
/// must be too slow, up to the rule's margin. Errors: those of `judge`.
Result<DerivedLimit> derive_time_limit(const Problem& problem,
                                       const std::function<Result<Reports>(std::vector<Task>)>& judge);

/// Derives the limit of every problem of `order` that has a rule, by judgements like `order`'s own, and says what came
/// of it on standard error. Errors: those of `judge`.
Status settle_time_limits(Archive::Order& order, const Context& context,
                          const std::function<Result<Reports>(const Archive::Order&, Listener&)>& judge);

}  // namespace judge
