#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "stats/calibration.h"
#include "stats/growth.h"

namespace judge {
namespace {

std::vector<GrowthPoint> points_of(const std::vector<double>& sizes, double offset, double (*f)(double)) {
    std::vector<GrowthPoint> points;
    int i = 0;
    for (const double size : sizes) points.push_back({size, (offset + f(size)) * (i++ % 2 == 0 ? 1.01 : 0.99)});
    return points;
}

const std::vector<double> kSizes = {1000, 2000, 5000, 10'000, 20'000, 50'000, 100'000, 200'000};

GrowthModel best(const std::vector<GrowthPoint>& points) {
    return fit_growth(points).at(0).model;
}

TEST(Growth, FindsTheModelThroughNoiseAndStartingTime) {
    EXPECT_EQ(best(points_of(kSizes, 0.002, [](double) { return 0.0; })), GrowthModel::constant);
    EXPECT_EQ(best(points_of(kSizes, 0.002, [](double n) { return 1e-7 * n; })), GrowthModel::n);
    EXPECT_EQ(best(points_of(kSizes, 0.002, [](double n) { return 1e-8 * n * std::log2(n); })), GrowthModel::n_log_n);
    EXPECT_EQ(best(points_of(kSizes, 0.002, [](double n) { return 1e-8 * n * std::sqrt(n); })), GrowthModel::n_sqrt_n);
    EXPECT_EQ(best(points_of(kSizes, 0.002, [](double n) { return 1e-10 * n * n; })), GrowthModel::n2);
    EXPECT_EQ(best(points_of(kSizes, 0.002, [](double n) { return 1e-15 * n * n * n; })), GrowthModel::n3);
    EXPECT_EQ(best(points_of({5, 10, 15, 20, 22, 24}, 0.002, [](double n) { return 1e-7 * std::exp2(n); })),
              GrowthModel::two_to_n);
    EXPECT_EQ(best(points_of({500, 1000, 5000}, 0.1, [](double n) { return 1e-4 * std::sqrt(n); })),
              GrowthModel::sqrt_n);
}

TEST(Growth, GivesOffsetScaleAndErrorOfAnExactFit) {
    std::vector<GrowthPoint> points;
    for (const double n : kSizes) points.push_back({n, 0.01 + 1e-6 * n});
    const GrowthFit fit = fit_growth(points)[0];
    EXPECT_EQ(name_of(fit.model), "n");
    EXPECT_NEAR(fit.offset, 0.01, 1e-9);
    EXPECT_NEAR(fit.scale, 0.2, 1e-9);
    EXPECT_NEAR(fit.error, 0, 1e-9);
    EXPECT_NEAR(predicted_seconds(fit, 200'000, 400'000), 0.41, 1e-9);
}

TEST(Growth, NeverFitsNegativeTimes) {
    std::vector<GrowthPoint> falling;
    for (const double n : {1.0, 10.0, 100.0}) falling.push_back({n, 1 / n});
    for (const GrowthFit& fit : fit_growth(falling)) {
        EXPECT_GE(fit.offset, 0);
        EXPECT_GE(fit.scale, 0);
        EXPECT_TRUE(std::isfinite(fit.error));
    }
}

TEST(Growth, NeedsThreeSizes) {
    EXPECT_TRUE(fit_growth(std::array<GrowthPoint, 4>{{{1, 1}, {2, 2}, {1, 1}, {2, 2}}}).empty());
}

TEST(Calibrations, FactorIsTheGeometricMeanOfRatios) {
    const Calibration fit = fit_calibration(std::array<TimePair, 2>{{{1, 2}, {1, 8}}});
    EXPECT_DOUBLE_EQ(fit.factor, 4);
    EXPECT_NEAR(fit.log_spread, std::log(2.0) * std::sqrt(2.0), 1e-12);
    EXPECT_EQ(fit.pairs, 2u);
}

// The interval of one more observation: mean 0, deviation 1 of the logarithms of five, t(0.95, 4) = 2.132.
TEST(Calibrations, PredictionIntervalIsStudents) {
    std::vector<TimePair> pairs;
    const double unit = std::sqrt(4.0 / 10.0);  // -2 -1 0 1 2 have the squares 10 over 4
    for (const double log : {-2.0, -1.0, 0.0, 1.0, 2.0}) pairs.push_back({1, std::exp(unit * log)});
    const Prediction prediction = predict(fit_calibration(pairs), 3);
    EXPECT_NEAR(prediction.seconds, 3, 1e-12);
    EXPECT_NEAR(std::log(prediction.high / 3), 2.132 * std::sqrt(1.2), 0.001);
    EXPECT_NEAR(std::log(prediction.low / 3), -2.132 * std::sqrt(1.2), 0.001);
}

TEST(Calibrations, OnePairSaysNothingOfTheSpread) {
    const Prediction prediction = predict(fit_calibration(std::array<TimePair, 1>{{{2, 3}}}), 4);
    EXPECT_DOUBLE_EQ(prediction.seconds, 6);
    EXPECT_EQ(prediction.low, 0);
    EXPECT_EQ(prediction.high, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace judge
