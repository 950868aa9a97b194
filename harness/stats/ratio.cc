#include "stats/ratio.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/result.h"
#include "stats/summary.h"

namespace judge {
namespace {

constexpr double kTrim = 0.2;
constexpr std::size_t kFewestRounds = 5;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A trimmed mean and its standard error, from the winsorised deviation.
struct Estimate {
    double mean = 0, error = 0;
};

/// Sorts `values`.
Estimate estimate_of(std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size(), cut = static_cast<std::size_t>(kTrim * static_cast<double>(n));
    double sum = 0, winsorised = 0;
    for (std::size_t i = cut; i < n - cut; ++i) sum += values[i];
    const auto at = [&](std::size_t i) { return values[std::clamp(i, cut, n - cut - 1)]; };
    for (std::size_t i = 0; i < n; ++i) winsorised += at(i);
    winsorised /= static_cast<double>(n);
    double squares = 0;
    for (std::size_t i = 0; i < n; ++i) squares += (at(i) - winsorised) * (at(i) - winsorised);
    const double deviation = std::sqrt(squares / static_cast<double>(n - 1));
    const double share = 1 - 2 * static_cast<double>(cut) / static_cast<double>(n);
    return {sum / static_cast<double>(n - 2 * cut), deviation / (share * std::sqrt(static_cast<double>(n)))};
}

double distance(double mean, double from, double error) {
    const double gap = std::abs(mean - from);
    if (error > 0) return gap / error;
    return gap > 0 ? kInfinity : 0;
}

/// The sorted distances, in standard errors, of resampled means from the mean.
std::vector<double> resampled_distances(const std::vector<double>& logs, double mean, const RatioOptions& options) {
    std::mt19937_64 random(options.seed);
    std::vector<double> distances, sample(logs.size());
    for (std::size_t i = 0; i < options.resamples; ++i) {
        // The upper half times n, shifted: the same numbers on every machine, unlike uniform_int_distribution.
        for (double& value : sample) value = logs[static_cast<std::size_t>(((random() >> 32) * logs.size()) >> 32)];
        const Estimate estimate = estimate_of(sample);
        distances.push_back(distance(estimate.mean, mean, estimate.error));
    }
    std::sort(distances.begin(), distances.end());
    return distances;
}

}  // namespace

RatioInterval ratio_interval(std::span<const double> first, std::span<const double> second,
                             const RatioOptions& options) {
    if (first.size() != second.size() || first.empty()) panic("rounds without both readings");
    std::vector<double> logs;
    for (std::size_t i = 0; i < first.size(); ++i) logs.push_back(std::log(first[i] / second[i]));
    RatioInterval interval;
    interval.confidence = options.confidence;
    interval.rounds = logs.size();
    interval.high = kInfinity;
    if (logs.size() < kFewestRounds) {
        interval.ratio = std::exp(trimmed_mean(logs, kTrim));
        return interval;
    }
    const Estimate estimate = estimate_of(logs);
    interval.ratio = std::exp(estimate.mean);
    const std::vector<double> distances = resampled_distances(logs, estimate.mean, options);
    const auto count = static_cast<double>(distances.size());
    const auto place = static_cast<std::size_t>(std::ceil(options.confidence * (count + 1))) - 1;
    const double reach = estimate.error * distances[std::min(place, distances.size() - 1)];
    if (!std::isnan(reach)) {  // no spread at all: the ratio is exact
        interval.low = std::exp(estimate.mean - reach);
        interval.high = std::exp(estimate.mean + reach);
    } else {
        interval.low = interval.high = interval.ratio;
    }
    const double own = distance(estimate.mean, 0, estimate.error);
    const auto as_far = distances.end() - std::lower_bound(distances.begin(), distances.end(), own);
    interval.p = (1 + static_cast<double>(as_far)) / (count + 1);
    return interval;
}

SpeedCall speed_call(const RatioInterval& interval, double least) {
    if (interval.high <= 1 / (1 + least)) return SpeedCall::faster;
    if (interval.low >= 1 + least) return SpeedCall::slower;
    return SpeedCall::no_difference;
}

}  // namespace judge
