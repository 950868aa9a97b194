#include "stats/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/result.h"

namespace judge {
namespace {

std::vector<double> sorted(std::span<const double> values) {
    if (values.empty()) panic("a statistic of no values");
    std::vector<double> all(values.begin(), values.end());
    std::sort(all.begin(), all.end());
    return all;
}

double quantile_of_sorted(const std::vector<double>& all, double p) {
    const double place = p * static_cast<double>(all.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(place));
    const std::size_t above = std::min(below + 1, all.size() - 1);
    return all[below] + (place - static_cast<double>(below)) * (all[above] - all[below]);
}

}  // namespace

double mean(std::span<const double> values) {
    if (values.empty()) panic("a mean of no values");
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(std::span<const double> values, double p) {
    return quantile_of_sorted(sorted(values), p);
}

double median(std::span<const double> values) {
    return quantile(values, 0.5);
}

double median_absolute_deviation(std::span<const double> values) {
    const double middle = median(values);
    std::vector<double> distances;
    for (const double value : values) distances.push_back(std::abs(value - middle));
    return median(distances);
}

double trimmed_mean(std::span<const double> values, double trim) {
    const std::vector<double> all = sorted(values);
    const auto cut = static_cast<std::size_t>(trim * static_cast<double>(all.size()));
    return mean(std::span(all).subspan(cut, all.size() - 2 * cut));
}

Summary summary_of(std::span<const double> values) {
    const std::vector<double> all = sorted(values);
    Summary summary;
    summary.count = all.size();
    summary.min = all.front();
    summary.first_quartile = quantile_of_sorted(all, 0.25);
    summary.median = quantile_of_sorted(all, 0.5);
    summary.third_quartile = quantile_of_sorted(all, 0.75);
    summary.max = all.back();
    summary.mean = mean(all);
    summary.deviation = median_absolute_deviation(all);
    return summary;
}

std::vector<std::size_t> outliers_of(std::span<const double> values) {
    const double middle = median(values), deviation = median_absolute_deviation(values);
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < values.size() && deviation > 0; ++i)
        if (0.6745 * std::abs(values[i] - middle) / deviation > 3.5) positions.push_back(i);
    return positions;
}

}  // namespace judge
