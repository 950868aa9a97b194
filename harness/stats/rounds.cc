#include "stats/rounds.h"

#include <algorithm>
#include <numeric>

namespace judge {

std::vector<std::size_t> balanced_order(std::size_t programs, std::size_t round) {
    std::vector<std::size_t> order(programs);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (programs > 2)
        std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(round / 2 % programs), order.end());
    if (round % 2 == 1) std::reverse(order.begin(), order.end());
    return order;
}

RoundDecision decide_rounds(const RatioInterval& interval, Nanos elapsed, const RoundBudget& budget) {
    if (interval.rounds % 2 == 1) return RoundDecision::go_on;
    if (elapsed >= budget.time) return RoundDecision::out_of_time;
    if (interval.rounds >= budget.most) return RoundDecision::out_of_rounds;
    const bool precise = (interval.high - interval.low) / 2 <= budget.precision * interval.ratio;
    return precise && interval.rounds >= budget.fewest ? RoundDecision::precise : RoundDecision::go_on;
}

}  // namespace judge
