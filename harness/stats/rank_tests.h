#pragma once

// Tests that look only at signs and ranks, so that one wild reading weighs no more than any other.

#include <cstddef>
#include <span>
#include <vector>

namespace judge {

/// The two-sided probability, if both signs are equally likely, of a split at least as uneven as `positive` to
/// `negative`. Exact. 1 if both are zero.
double sign_test(std::size_t positive, std::size_t negative);

struct RankTest {
    double statistic = 0;
    double p = 1;        // two-sided
    bool exact = false;  // else the normal approximation with correction for ties and continuity
};

/// Wilcoxon's signed-rank test of paired differences against 0; zeros are left out. The statistic is the sum of the
/// ranks of positive differences. Exact up to 50 differences without ties. Source: as wilcox.test() of R.
RankTest signed_rank_test(std::span<const double> differences);

/// The rank-sum test of Wilcoxon, Mann and Whitney of two independent lists. The statistic is the number of pairs in
/// which `first` is larger, equal ones half. Exact up to 50 values in all without ties. Neither list may be empty.
RankTest rank_sum_test(std::span<const double> first, std::span<const double> second);

/// The probabilities of several tests, raised so that comparing each with a level keeps the chance of any false alarm
/// below that level. Source: Holm 1979.
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace judge
