#include "stats/distributions.h"

#include <cmath>
#include <initializer_list>

namespace judge {
namespace {

/// The continued fraction of the incomplete beta function, evaluated from the front (Lentz).
/// Source: Abramowitz and Stegun 26.5.8; it converges for x below (a + 1) / (a + b + 2).
double beta_fraction(double x, double a, double b) {
    constexpr double kTiny = 1e-300;
    const auto away_from_zero = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
    double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), value = d;
    for (int m = 1; m <= 500; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        double change = 1;
        for (const double term : {even, odd}) {
            d = 1 / away_from_zero(1 + term * d);
            c = away_from_zero(1 + term / c);
            change = c * d;
            value *= change;
        }
        if (std::abs(change - 1) < 1e-15) break;
    }
    return value;
}

/// The regularised incomplete beta function I_x(a, b).
double beta_below(double x, double a, double b) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(x, a, b) / a;
    return 1 - front * beta_fraction(1 - x, b, a) / b;
}

}  // namespace

double normal_below(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

double student_below(double t, double freedom) {
    const double beyond = 0.5 * beta_below(freedom / (freedom + t * t), freedom / 2, 0.5);
    return t < 0 ? beyond : 1 - beyond;
}

double student_quantile(double p, double freedom) {
    if (p < 0.5) return -student_quantile(1 - p, freedom);
    double low = 0, high = 1;
    while (student_below(high, freedom) < p && high < 1e12) high *= 2;
    for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
        const double middle = (low + high) / 2;
        (student_below(middle, freedom) < p ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace judge
