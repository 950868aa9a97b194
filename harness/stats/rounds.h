#pragma once

// In which order programs that are compared run, and when there were enough rounds.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/units.h"
#include "stats/ratio.h"

namespace judge {

/// The order of `programs` programs in round `round` (from 0): A B, then B A, and so on, so that in every two rounds a
/// drift of the machine that is steady hits all alike. With more than two, every two rounds begin one further on.
std::vector<std::size_t> balanced_order(std::size_t programs, std::size_t round);

struct RoundBudget {
    std::size_t fewest = 10, most = 1000;
    double precision = 0.01;  // wanted half width of the interval as a share of the ratio
    Nanos time = std::chrono::seconds(60);
};

enum class RoundDecision : std::uint8_t { go_on, precise, out_of_time, out_of_rounds };

/// Whether to run another round. Only the width of the interval decides, never on which side of 1 it lies: stopping at
/// the first difference would find one everywhere. Rounds end in pairs, so that the order stays balanced.
RoundDecision decide_rounds(const RatioInterval& interval, Nanos elapsed, const RoundBudget& budget);

}  // namespace judge
