#pragma once

// One number for many. No list may be empty; asking for the middle of nothing is a bug and ends the program.

#include <cstddef>
#include <span>
#include <vector>

namespace judge {

double mean(std::span<const double> values);

/// The value below which the share `p` (0 to 1) lies, linear between neighbours.
/// Source: Hyndman and Fan 1996, definition 7, as quantile() of R.
double quantile(std::span<const double> values, double p);

double median(std::span<const double> values);

/// The median of the distances from the median, unscaled: 1.4826 times it estimates a normal standard deviation.
double median_absolute_deviation(std::span<const double> values);

/// The mean without the share `trim` (0 to below 0.5) of the values at each end, rounded down to whole values.
double trimmed_mean(std::span<const double> values, double trim);

struct Summary {
    std::size_t count = 0;
    double min = 0, first_quartile = 0, median = 0, third_quartile = 0, max = 0;
    double mean = 0;
    double deviation = 0;  // median absolute deviation
};
Summary summary_of(std::span<const double> values);

/// The positions of values whose modified z-score, 0.6745 times the distance from the median over the median absolute
/// deviation, is above 3.5. Where more than half of the values are equal, each other one is far and none is named.
/// Source: Iglewicz and Hoaglin, How to Detect and Handle Outliers, 1993.
std::vector<std::size_t> outliers_of(std::span<const double> values);

}  // namespace judge
