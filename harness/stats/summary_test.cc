#include "stats/summary.h"

#include <gmock/gmock.h>

#include <array>

#include "stats/distributions.h"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::array kOneToTen = {10.0, 1.0, 9.0, 2.0, 8.0, 3.0, 7.0, 4.0, 6.0, 5.0};

// Source: quantile(1:10) of R, type 7.
TEST(Summaries, QuantilesAreThoseOfR) {
    EXPECT_DOUBLE_EQ(quantile(kOneToTen, 0.25), 3.25);
    EXPECT_DOUBLE_EQ(quantile(kOneToTen, 0.5), 5.5);
    EXPECT_DOUBLE_EQ(quantile(kOneToTen, 0.9), 9.1);
    EXPECT_DOUBLE_EQ(quantile(kOneToTen, 0), 1);
    EXPECT_DOUBLE_EQ(quantile(kOneToTen, 1), 10);
    EXPECT_DOUBLE_EQ(median(std::array{3.0}), 3);
    EXPECT_DOUBLE_EQ(median(std::array{5.0, 1.0, 3.0}), 3);
}

// Source: the examples of help(mad) and help(mean) of R: mad(1:9) / 1.4826, mean(c(0:10, 50), trim = 0.1).
TEST(Summaries, RobustMeasuresAreThoseOfR) {
    EXPECT_DOUBLE_EQ(median_absolute_deviation(std::array{1., 2., 3., 4., 5., 6., 7., 8., 9.}), 2);
    const std::array with_outlier = {0., 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 50.};
    EXPECT_DOUBLE_EQ(mean(with_outlier), 8.75);
    EXPECT_DOUBLE_EQ(trimmed_mean(with_outlier, 0.1), 5.5);
    EXPECT_DOUBLE_EQ(trimmed_mean(with_outlier, 0), 8.75);
}

TEST(Summaries, HoldAllFigures) {
    const Summary summary = summary_of(kOneToTen);
    EXPECT_EQ(summary.count, 10u);
    EXPECT_DOUBLE_EQ(summary.min, 1);
    EXPECT_DOUBLE_EQ(summary.first_quartile, 3.25);
    EXPECT_DOUBLE_EQ(summary.median, 5.5);
    EXPECT_DOUBLE_EQ(summary.third_quartile, 7.75);
    EXPECT_DOUBLE_EQ(summary.max, 10);
    EXPECT_DOUBLE_EQ(summary.mean, 5.5);
    EXPECT_DOUBLE_EQ(summary.deviation, 2.5);
}

TEST(Outliers, AreFarFromTheMedianInDeviations) {
    // Median 5.5, deviation 2.5: 3.5 / 0.6745 * 2.5 = 12.97 away.
    std::vector<double> values(kOneToTen.begin(), kOneToTen.end());
    EXPECT_THAT(outliers_of(values), IsEmpty());
    values[3] = 100;
    values[4] = -100;
    EXPECT_THAT(outliers_of(values), ElementsAre(3, 4));
    EXPECT_THAT(outliers_of(std::array{1., 1., 1., 2.}), IsEmpty());
}

// Source: tables of Student's distribution (NIST/SEMATECH e-Handbook 1.3.6.7.2) and of the normal one.
TEST(Distributions, AgreeWithTheTables) {
    EXPECT_NEAR(student_quantile(0.975, 1), 12.706, 0.0005);
    EXPECT_NEAR(student_quantile(0.975, 10), 2.228, 0.0005);
    EXPECT_NEAR(student_quantile(0.995, 4), 4.604, 0.0005);
    EXPECT_NEAR(student_quantile(0.95, 100), 1.660, 0.0005);
    EXPECT_NEAR(student_quantile(0.025, 10), -2.228, 0.0005);
    EXPECT_NEAR(student_quantile(0.5, 7), 0, 1e-9);
    EXPECT_NEAR(student_below(2.228139, 10), 0.975, 1e-7);
    EXPECT_NEAR(normal_below(1.959964), 0.975, 1e-7);
    EXPECT_NEAR(normal_below(-2.575829), 0.005, 1e-7);
}

}  // namespace
}  // namespace judge
