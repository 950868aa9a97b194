#include "stats/rank_tests.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <random>

namespace judge {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(SignTest, IsTheBinomialTail) {
    EXPECT_NEAR(sign_test(2, 8), 2 * (1 + 10 + 45) / 1024.0, 1e-12);
    EXPECT_NEAR(sign_test(8, 2), 2 * (1 + 10 + 45) / 1024.0, 1e-12);
    EXPECT_NEAR(sign_test(0, 6), 2 / 64.0, 1e-12);
    EXPECT_DOUBLE_EQ(sign_test(5, 5), 1);
    EXPECT_DOUBLE_EQ(sign_test(0, 0), 1);
}

// Source: Hollander and Wolfe 1973, page 29 (depression scores), as in help(wilcox.test) of R: V = 40, p = 0.03906.
TEST(SignedRankTest, AgreesWithHollanderAndWolfe) {
    const std::array x = {1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
    const std::array y = {0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
    std::vector<double> differences;
    for (std::size_t i = 0; i < x.size(); ++i) differences.push_back(x[i] - y[i]);
    const RankTest test = signed_rank_test(differences);
    EXPECT_TRUE(test.exact);
    EXPECT_DOUBLE_EQ(test.statistic, 40);
    EXPECT_NEAR(test.p, 0.03906, 0.000005);
}

// Source: Student's sleep data, wilcox.test(extra ~ group, paired = TRUE) of R: p = 0.009091; one zero and one tie.
TEST(SignedRankTest, TiesAndZerosAreApproximated) {
    const RankTest test = signed_rank_test(std::array{1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4});
    EXPECT_FALSE(test.exact);
    EXPECT_DOUBLE_EQ(test.statistic, 45);
    EXPECT_NEAR(test.p, 0.009091, 0.0000005);
    EXPECT_DOUBLE_EQ(signed_rank_test(std::array{0.0, 0.0}).p, 1);
}

// Source: Hollander and Wolfe 1973, page 69 (permeability), as in help(wilcox.test) of R: W = 35, p = 0.2544.
TEST(RankSumTest, AgreesWithHollanderAndWolfe) {
    const std::array x = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    const std::array y = {1.15, 0.88, 0.90, 0.74, 1.21};
    const RankTest test = rank_sum_test(x, y);
    EXPECT_TRUE(test.exact);
    EXPECT_DOUBLE_EQ(test.statistic, 35);
    EXPECT_NEAR(test.p, 0.2544, 0.00005);
    EXPECT_NEAR(rank_sum_test(y, x).p, test.p, 1e-12);
}

// Source: the airquality data, wilcox.test(Ozone ~ Month, subset = Month %in% c(5, 8)) of R: W = 127.5, p = 0.0001208.
TEST(RankSumTest, TiesAreApproximated) {
    const std::array may = {41., 36., 12., 18., 28., 23., 19., 8., 7.,  16., 11., 14.,  18.,
                            14., 34., 6.,  30., 11., 1.,  11., 4., 32., 23., 45., 115., 37.};
    const std::array august = {39., 9.,  16., 78., 35., 66., 122., 89.,  110., 44., 28.,  65., 22.,
                               59., 23., 31., 44., 21., 9.,  45.,  168., 73.,  76., 118., 84., 85.};
    const RankTest test = rank_sum_test(may, august);
    EXPECT_FALSE(test.exact);
    EXPECT_DOUBLE_EQ(test.statistic, 127.5);
    EXPECT_NEAR(test.p, 0.0001208, 0.00000005);
}

TEST(RankTests, ExactCountsAgreeWithTryingAllArrangements) {
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        std::vector<double> values(8);
        for (double& value : values) value = static_cast<double>(random() % 10'000'019) - 5'000'000.5;
        const RankTest test = signed_rank_test(values);
        int low = 0, high = 0;
        for (unsigned signs = 0; signs < 256; ++signs) {
            std::vector<double> turned = values;
            for (std::size_t i = 0; i < turned.size(); ++i)
                turned[i] = (signs >> i & 1) != 0 ? std::abs(turned[i]) : -std::abs(turned[i]);
            const double statistic = signed_rank_test(turned).statistic;
            low += statistic <= test.statistic;
            high += statistic >= test.statistic;
        }
        EXPECT_NEAR(test.p, std::min(1.0, 2 * std::min(low, high) / 256.0), 1e-12);
    }
}

// Source: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm") of R.
TEST(Holm, AgreesWithR) {
    EXPECT_THAT(holm_adjusted(std::array{0.03, 0.01, 0.05, 0.02, 0.04}),
                ElementsAre(DoubleNear(0.09, 1e-12), DoubleNear(0.05, 1e-12), DoubleNear(0.09, 1e-12),
                            DoubleNear(0.08, 1e-12), DoubleNear(0.09, 1e-12)));
    EXPECT_THAT(holm_adjusted(std::array{0.9, 0.8}), ElementsAre(1, 1));
}

}  // namespace
}  // namespace judge
