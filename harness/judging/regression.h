#pragma once

// What got worse between two judgements of a submission. Pure rules: Reports in, regressions out.
//
//   verdict        as expected before and not now
//   failing case   accepted before, and now a verdict that the expectation does not permit
//   time           the fastest of the runs now is 1 % and 1 ms slower than before and beyond the interval that would
//   hold one more run of the program as it
//                  was, at 99 %: the sum of the cases, and each case with that chance shared among all of them.
//                  Three undisturbed runs at least, else no interval is known and nothing is called slower
//   instructions   more than 1 % more (a count has no noise)
//   memory         more than 5 % and 256 KB more
//
// Figures are compared only for cases with the same input that were accepted both times, and only between runs of one
// machine and one meter; what is left out for that is said in a Finding.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/report.h"

namespace judge {

/// Undisturbed runs without which no interval of times is known.
inline constexpr std::size_t kFewestReadings = 3;

enum class RegressionKind : std::uint8_t { verdict, failing_case, time, instructions, memory };

/// "verdict", "failing_case", "time", "instructions", "memory": the words of JSON.
std::string_view id_of(RegressionKind kind);

struct Regression {
    RegressionKind kind = RegressionKind::verdict;
    std::string case_name;       // empty: the submission as a whole
    double before = 0, now = 0;  // of figures: seconds, instructions or bytes
    std::string text;            // "12 ms before, 25 ms now; one more run as before would take at most 13 ms"
};

/// `before` and `now` are the judgements that are compared; the others are more runs of the same two programs on the
/// same cases, for their times only.
struct RegressionInput {
    const Report* before = nullptr;
    const Report* now = nullptr;
    std::span<const Report> before_repeats;
    std::span<const Report> now_repeats;
};

struct RegressionOutcome {
    std::vector<Regression> regressions;
    std::vector<Finding> findings;  // codes "other-machine", "other-meter", "few-runs", "other-input"
};

RegressionOutcome regressions_between(const RegressionInput& input);

/// The upper end of the interval that holds one more reading with probability 1 - `alarm` on its upper side; infinity
/// from fewer than three readings. Readings are positive; their logarithms are taken for normal.
double upper_bound_of_next(std::span<const double> readings, double alarm);

}  // namespace judge
