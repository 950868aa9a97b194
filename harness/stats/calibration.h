#pragma once

// Times on another judge, foretold from times here.

#include <cstddef>
#include <span>

namespace judge {

/// One submission that was timed on both.
struct TimePair {
    double here_seconds = 0, there_seconds = 0;  // positive
};

/// there = factor * here, with errors that are relative: the spread is the standard deviation of log(there / here).
struct Calibration {
    double factor = 1;
    double log_spread = 0;
    std::size_t pairs = 0;
};

/// Never from no pairs at all. The factor is the geometric mean of the ratios.
Calibration fit_calibration(std::span<const TimePair> pairs);

struct Prediction {
    double seconds = 0;
    double low = 0, high = 0;  // 0 and infinity from a single pair, which says nothing of the spread
};

/// The time of one more submission there, with the interval that holds it at `confidence` if logarithms of ratios are
/// normal: Student's quantile times spread * sqrt(1 + 1/n).
Prediction predict(const Calibration& calibration, double here_seconds, double confidence = 0.9);

}  // namespace judge
