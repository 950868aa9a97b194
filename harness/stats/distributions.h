#pragma once

// The distributions that intervals and tests are read from.

namespace judge {

/// The share of a standard normal distribution below `z`.
double normal_below(double z);

/// The share of Student's distribution with `freedom` (> 0) degrees below `t`.
double student_below(double t, double freedom);

/// The t below which the share `p` (0 < p < 1) of Student's distribution lies, to 9 digits.
double student_quantile(double p, double freedom);

}  // namespace judge
