#include "stats/rank_tests.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/distributions.h"

namespace judge {
namespace {

constexpr std::size_t kMostExact = 50;  // every count of arrangements is below 2^53, so a double holds it

/// The ranks from 1 of `values`, ties sharing their mean, and the sum of t^3 - t over groups of t equal values.
struct Ranks {
    std::vector<double> of;
    double ties = 0;
};

Ranks ranks_of(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    Ranks ranks;
    ranks.of.resize(values.size());
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
        while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
        const auto size = static_cast<double>(end - begin);
        for (std::size_t i = begin; i < end; ++i) ranks.of[order[i]] = static_cast<double>(begin) + (size + 1) / 2;
        ranks.ties += size * size * size - size;
    }
    return ranks;
}

double two_sided(double below, double above) {
    return std::min(1.0, 2 * std::min(below, above));
}

/// From the numbers of arrangements by statistic: two-sided probability of `statistic`.
double exact_p(const std::vector<double>& counts, double statistic) {
    const auto at = static_cast<std::size_t>(statistic);
    const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
    const auto from = counts.begin() + static_cast<std::ptrdiff_t>(at);
    return two_sided(std::accumulate(counts.begin(), from + 1, 0.0) / total,
                     std::accumulate(from, counts.end(), 0.0) / total);
}

double normal_p(double distance, double variance) {
    if (variance <= 0) return 1;
    const double nearer = distance == 0 ? 0 : distance - std::copysign(0.5, distance);
    const double below = normal_below(nearer / std::sqrt(variance));
    return two_sided(below, 1 - below);
}

}  // namespace

double sign_test(std::size_t positive, std::size_t negative) {
    const std::size_t n = positive + negative, least = std::min(positive, negative);
    double share = 0;
    for (std::size_t k = 0; k <= least; ++k) {
        const auto all = static_cast<double>(n), some = static_cast<double>(k);
        share +=
            std::exp(std::lgamma(all + 1) - std::lgamma(some + 1) - std::lgamma(all - some + 1) - all * std::log(2.0));
    }
    return std::min(1.0, 2 * share);
}

RankTest signed_rank_test(std::span<const double> differences) {
    std::vector<double> sizes;
    std::vector<bool> positive;
    for (const double difference : differences) {
        if (difference == 0) continue;
        sizes.push_back(std::abs(difference));
        positive.push_back(difference > 0);
    }
    const Ranks ranks = ranks_of(sizes);
    RankTest test;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (positive[i]) test.statistic += ranks.of[i];
    const std::size_t count = sizes.size();
    test.exact = count <= kMostExact && ranks.ties == 0 && count == differences.size();
    if (test.exact) {
        // How many of the 2^n sign patterns give each sum.
        std::vector<double> counts(count * (count + 1) / 2 + 1, 0.0);
        counts[0] = 1;
        for (std::size_t rank = 1; rank <= count; ++rank)
            for (std::size_t sum = counts.size() - 1; sum >= rank; --sum) counts[sum] += counts[sum - rank];
        test.p = exact_p(counts, test.statistic);
    } else {
        const auto n = static_cast<double>(count);
        test.p = normal_p(test.statistic - n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48);
    }
    return test;
}

RankTest rank_sum_test(std::span<const double> first, std::span<const double> second) {
    std::vector<double> all(first.begin(), first.end());
    all.insert(all.end(), second.begin(), second.end());
    const Ranks ranks = ranks_of(all);
    const std::size_t m = first.size(), n = second.size();
    const auto dm = static_cast<double>(m), dn = static_cast<double>(n), sum = dm + dn;
    RankTest test;
    test.statistic =
        std::accumulate(ranks.of.begin(), ranks.of.begin() + static_cast<std::ptrdiff_t>(m), 0.0) - dm * (dm + 1) / 2;
    test.exact = m + n <= kMostExact && ranks.ties == 0;
    if (test.exact) {
        // counts[k][s]: choices of k of the ranks seen so far with statistic s.
        std::vector<std::vector<double>> counts(m + 1, std::vector<double>(m * n + 1, 0.0));
        counts[0][0] = 1;
        for (std::size_t rank = 0; rank < m + n; ++rank) {
            for (std::size_t k = std::min(m, rank + 1); k >= 1; --k) {
                const std::size_t gain = rank - (k - 1);  // how many smaller ones belong to `second`
                for (std::size_t s = m * n + 1; s-- > gain;) counts[k][s] += counts[k - 1][s - gain];
            }
        }
        test.p = exact_p(counts[m], test.statistic);
    } else {
        const double variance = dm * dn / 12 * (sum + 1 - ranks.ties / (sum * (sum - 1)));
        test.p = normal_p(test.statistic - dm * dn / 2, variance);
    }
    return test;
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
    std::vector<double> adjusted(p_values.size());
    double highest = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        highest = std::max(highest, static_cast<double>(order.size() - i) * p_values[order[i]]);
        adjusted[order[i]] = std::min(1.0, highest);
    }
    return adjusted;
}

}  // namespace judge
