#pragma once

// How much faster one program is than another, from rounds in which both ran, and whether that may be said.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace judge {

/// The typical ratio first / second over rounds.
struct RatioInterval {
    double ratio = 1;
    double low = 0, high = 0;  // 0 and infinity where the rounds say nothing
    double confidence = 0.99;
    double p = 1;  // two-sided, of a true ratio of 1
    std::size_t rounds = 0;
};

struct RatioOptions {
    double confidence = 0.99;
    std::size_t resamples = 4000;
    std::uint64_t seed = 1;  // equal seeds give equal intervals
};

/// `first[i]` and `second[i]` are the readings of round i: positive, as many of each, at least one. Works on the
/// logarithms of the ratios: their 20 % trimmed mean, so that a disturbed round weighs little, with a symmetric
/// bootstrap-t interval, whose coverage is right from about ten rounds on, where the plain percentile interval is too
/// narrow. Fewer than five rounds give an interval without bounds.
/// Source: Wilcox, Introduction to Robust Estimation and Hypothesis Testing, 4th edition, section 4.4.
RatioInterval ratio_interval(std::span<const double> first, std::span<const double> second,
                             const RatioOptions& options = {});

enum class SpeedCall : std::uint8_t { no_difference, faster, slower };

/// What may be said of the first program: faster or slower only if the whole interval lies at least `least` (0.01 is
/// 1 %) away from 1.
SpeedCall speed_call(const RatioInterval& interval, double least = 0.01);

}  // namespace judge
