#include "judging/bisect.h"

#include <optional>

namespace judge {
namespace {

// The state between `good` and `bad` nearest to their middle that was not skipped.
std::optional<std::size_t> next_state(std::size_t good, std::size_t bad, const std::vector<bool>& skipped) {
    const std::size_t middle = good + (bad - good) / 2;
    for (std::size_t distance = 0; distance <= bad - good; ++distance) {
        if (middle >= good + 1 + distance && !skipped[middle - distance]) return middle - distance;
        if (middle + distance > good && middle + distance < bad && !skipped[middle + distance])
            return middle + distance;
    }
    return std::nullopt;
}

}  // namespace

Result<BisectOutcome> bisect(std::size_t count, const std::function<Result<Probe>(std::size_t)>& probe) {
    std::size_t good = 0, bad = count - 1;
    std::vector<bool> skipped(count, false);
    BisectOutcome outcome;
    while (const std::optional<std::size_t> state = next_state(good, bad, skipped)) {
        JUDGE_ASSIGN(word, probe(*state));
        ++outcome.probes;
        if (word == Probe::good) good = *state;
        if (word == Probe::bad) bad = *state;
        if (word == Probe::skip) skipped[*state] = true;
    }
    for (std::size_t state = good + 1; state <= bad; ++state) outcome.suspects.push_back(state);
    return outcome;
}

}  // namespace judge
