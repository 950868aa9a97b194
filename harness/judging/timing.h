#pragma once

// When a time may be believed. A time limit is a line; a measurement near it, or one that was disturbed, is repeated
// alone before a verdict rests on it.
//
//   killed at     1.25 x limit + 0.1 s of CPU time; a run that got there is over for good
//   wall limit    3 x limit + 2 s: a sleeper ends, a starved honest program does not
//   disturbed     the hypervisor took its processor away for longer than 5 % of its CPU time + 20 ms; or the clock of
//                 its processor fell by over a tenth; or it waited for a processor longer than 5 % of its CPU time
//                 + 2 ms, or (where the kernel does not say) its wall time exceeds its CPU time by over 30 % + 10 ms,
//                 or it was switched out against its will more than 20 times per second of CPU time + 5
//   near          CPU time within 25 % of the limit
//   repeated      a reading that is near the limit, or disturbed and over 75 % of it: at most three times, alone
//   counted       the fastest of the exclusive readings (noise only ever adds), or the only reading

#include <optional>
#include <string>
#include <vector>

#include "model/report.h"

namespace judge {

inline constexpr int kExclusiveRepeats = 3;

/// The limits with which a run is started so that `limits` can be judged: CPU time at which it is killed and the wall
/// limit that belongs to it.
Limits run_limits(const Limits& limits);

/// True by the rule above.
bool is_disturbed(const Usage& usage);

/// True if `readings` do not yet settle whether the time limit was kept, and another exclusive run would help.
bool needs_repeat(const std::vector<Reading>& readings, const Limits& limits);

/// Index of the reading that counts. `readings` is not empty.
std::size_t counted_reading(const std::vector<Reading>& readings);

/// "2 of 3 exclusive runs over 1 s (min 0.98 s, median 1.01 s, max 1.02 s): risky", or nothing if no run was repeated.
std::optional<Finding> time_confidence(const std::vector<Reading>& readings, const Limits& limits);

}  // namespace judge
