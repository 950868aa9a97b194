#pragma once

// How a program's time grows with the size of its input.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace judge {

struct GrowthPoint {
    double size = 0;     // at least 1
    double seconds = 0;  // positive
};

enum class GrowthModel : std::uint8_t { constant, log_n, sqrt_n, n, n_log_n, n_sqrt_n, n2, n2_log_n, n3, two_to_n };

/// "1", "log n", "sqrt n", "n", "n log n", "n sqrt n", "n^2", "n^2 log n", "n^3", "2^n".
std::string_view name_of(GrowthModel model);

/// One model fitted: seconds = offset + scale * f(size) / f(largest size), neither negative.
struct GrowthFit {
    GrowthModel model = GrowthModel::constant;
    double offset = 0;  // seconds: starting the program
    double scale = 0;   // seconds at the largest size, above the offset
    double error = 0;   // root mean square of the relative errors
};

/// All models by weighted least squares (relative errors, so that small sizes count as much as large ones), the best
/// first. Two models whose errors differ by less than a tenth and 0.005 stand with the slower-growing one first.
/// Empty if there are fewer than three different sizes.
std::vector<GrowthFit> fit_growth(std::span<const GrowthPoint> points);

/// What `fit`, made from points up to `largest`, gives for `size`.
double predicted_seconds(const GrowthFit& fit, double largest, double size);

}  // namespace judge
