#include "stats/growth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace judge {
namespace {

struct Row {
    GrowthModel model;
    std::string_view name;
    double (*log_of)(double n);  // log f(n): 2^n would overflow
};

double ln(double n) {
    return std::log(n);
}
/// log of (log2 n), of n from 2 on; log 1 would make the model 0 there.
double lnln(double n) {
    return std::log(std::log2(n + 1));
}

constexpr std::array<Row, 10> kModels = {{
    {GrowthModel::constant, "1", [](double) { return 0.0; }},
    {GrowthModel::log_n, "log n", [](double n) { return lnln(n); }},
    {GrowthModel::sqrt_n, "sqrt n", [](double n) { return 0.5 * ln(n); }},
    {GrowthModel::n, "n", [](double n) { return ln(n); }},
    {GrowthModel::n_log_n, "n log n", [](double n) { return ln(n) + lnln(n); }},
    {GrowthModel::n_sqrt_n, "n sqrt n", [](double n) { return 1.5 * ln(n); }},
    {GrowthModel::n2, "n^2", [](double n) { return 2 * ln(n); }},
    {GrowthModel::n2_log_n, "n^2 log n", [](double n) { return 2 * ln(n) + lnln(n); }},
    {GrowthModel::n3, "n^3", [](double n) { return 3 * ln(n); }},
    {GrowthModel::two_to_n, "2^n", [](double n) { return n * std::log(2.0); }},
}};

const Row& row_of(GrowthModel model) {
    return kModels[static_cast<std::size_t>(model)];
}

/// f(size) / f(largest).
double shape(GrowthModel model, double largest, double size) {
    const Row& row = row_of(model);
    return std::exp(row.log_of(size) - row.log_of(largest));
}

double error_of(const GrowthFit& fit, std::span<const GrowthPoint> points, double largest) {
    double squares = 0;
    for (const GrowthPoint& point : points) {
        const double relative = predicted_seconds(fit, largest, point.size) / point.seconds - 1;
        squares += relative * relative;
    }
    return std::sqrt(squares / static_cast<double>(points.size()));
}

/// The scale for seconds = scale * x alone, or the offset for x = 1, by relative least squares.
template <typename X>
double single(std::span<const GrowthPoint> points, X x) {
    double xy = 0, xx = 0;
    for (const GrowthPoint& point : points) {
        const double relative = x(point) / point.seconds;
        xy += relative;
        xx += relative * relative;
    }
    return xx > 0 ? xy / xx : 0;
}

GrowthFit fit_model(GrowthModel model, std::span<const GrowthPoint> points, double largest) {
    const auto x = [&](const GrowthPoint& point) { return shape(model, largest, point.size); };
    const auto one = [](const GrowthPoint&) { return 1.0; };
    // Normal equations of offset / seconds + scale * x / seconds = 1.
    double aa = 0, ab = 0, bb = 0, a = 0, b = 0;
    for (const GrowthPoint& point : points) {
        const double u = 1 / point.seconds, v = x(point) / point.seconds;
        aa += u * u;
        ab += u * v;
        bb += v * v;
        a += u;
        b += v;
    }
    GrowthFit fit{model, 0, 0, 0};
    const double determinant = aa * bb - ab * ab;
    if (model != GrowthModel::constant && determinant > 1e-12 * aa * bb) {
        fit.offset = (a * bb - b * ab) / determinant;
        fit.scale = (b * aa - a * ab) / determinant;
    } else {
        fit.offset = single(points, one);
    }
    if (fit.offset < 0) fit = {model, 0, single(points, x), 0};
    if (fit.scale < 0) fit = {model, single(points, one), 0, 0};
    fit.error = error_of(fit, points, largest);
    return fit;
}

}  // namespace

std::string_view name_of(GrowthModel model) {
    return row_of(model).name;
}

double predicted_seconds(const GrowthFit& fit, double largest, double size) {
    return fit.offset + fit.scale * shape(fit.model, largest, size);
}

std::vector<GrowthFit> fit_growth(std::span<const GrowthPoint> points) {
    std::set<double> sizes;
    for (const GrowthPoint& point : points) sizes.insert(point.size);
    if (sizes.size() < 3) return {};
    const double largest = *sizes.rbegin();
    std::vector<GrowthFit> fits;
    for (const Row& row : kModels) fits.push_back(fit_model(row.model, points, largest));
    const auto by_error = [](const GrowthFit& a, const GrowthFit& b) { return a.error < b.error; };
    std::stable_sort(fits.begin(), fits.end(), by_error);
    // Among those that are as good as the best, the slowest-growing one.
    const double good = std::max(fits[0].error * 1.1, fits[0].error + 0.005);
    const auto worse = std::find_if(fits.begin(), fits.end(), [&](const GrowthFit& fit) { return fit.error > good; });
    const auto slowest =
        std::min_element(fits.begin(), worse, [](const GrowthFit& a, const GrowthFit& b) { return a.model < b.model; });
    std::rotate(fits.begin(), slowest, slowest + 1);
    return fits;
}

}  // namespace judge
