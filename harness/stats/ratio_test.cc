#include "stats/ratio.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

#include "stats/rounds.h"

namespace judge {
namespace {

using testing::ElementsAre;

struct Rounds {
    std::vector<double> first, second;
};

/// A normal number made of mt19937_64 alone, so that it is the same with every library.
double normal(std::mt19937_64& random) {
    const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0; };
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
}

/// Readings with 3 % noise and now and then a round that was disturbed by up to a half.
Rounds noisy(std::size_t count, double ratio, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Rounds rounds;
    const auto reading = [&](double base) {
        const double disturbance = random() % 10 == 0 ? 0.5 * static_cast<double>(random() % 1000) / 1000 : 0;
        return base * std::exp(0.03 * normal(random)) * (1 + disturbance);
    };
    for (std::size_t i = 0; i < count; ++i) {
        rounds.first.push_back(reading(ratio));
        rounds.second.push_back(reading(1));
    }
    return rounds;
}

// Student's sleep data as logarithms. The published t interval of the mean at 95 % is 0.700 to 2.460, and the estimate
// here, a trimmed mean without the outlier 4.6, must lie in it with an interval of its own that overlaps.
TEST(Ratios, AgreeWithTheClassicalIntervalOnSleepData) {
    std::vector<double> first, second;
    for (const double difference : {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4}) {
        first.push_back(std::exp(difference));
        second.push_back(1);
    }
    const RatioInterval interval = ratio_interval(first, second, {0.95, 4000, 1});
    // Trimmed by two at each end: 1.0, 1.2, 1.3, 1.3, 1.4, 1.8.
    EXPECT_NEAR(std::log(interval.ratio), 8.0 / 6, 1e-12);
    EXPECT_GT(std::log(interval.low), 0.5);
    EXPECT_LT(std::log(interval.low), 1.1);
    EXPECT_GT(std::log(interval.high), 1.6);
    EXPECT_LT(std::log(interval.high), 2.46);
    EXPECT_LT(interval.p, 0.01);
}

TEST(Ratios, TheIntervalHoldsTheTruthAsOftenAsItSays) {
    int missed = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Rounds rounds = noisy(16, 1.07, seed);
        const RatioInterval interval = ratio_interval(rounds.first, rounds.second, {0.99, 500, seed});
        missed += interval.low > 1.07 || interval.high < 1.07;
    }
    EXPECT_LE(missed, 10);  // 4 are due
}

TEST(Ratios, EqualProgramsAreHardlyEverCalledDifferent) {
    int called = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Rounds rounds = noisy(20, 1, seed);
        called +=
            speed_call(ratio_interval(rounds.first, rounds.second, {0.99, 500, seed})) != SpeedCall::no_difference;
    }
    EXPECT_LE(called, 4);
}

TEST(Ratios, FivePercentAreFoundInEnoughRounds) {
    int found = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Rounds rounds = noisy(60, 1.05, seed);
        found += speed_call(ratio_interval(rounds.first, rounds.second, {0.99, 500, seed})) == SpeedCall::slower;
    }
    EXPECT_GE(found, 95);
}

TEST(Ratios, FewRoundsSayNothing) {
    const std::vector<double> first = {2, 2, 2, 2}, second = {1, 1, 1, 1};
    const RatioInterval interval = ratio_interval(first, second);
    EXPECT_DOUBLE_EQ(interval.ratio, 2);
    EXPECT_EQ(interval.low, 0);
    EXPECT_EQ(interval.high, std::numeric_limits<double>::infinity());
    EXPECT_EQ(speed_call(interval), SpeedCall::no_difference);
}

TEST(Ratios, EqualRatiosGiveAnExactInterval) {
    const std::vector<double> first(8, 3), second(8, 1.5);
    const RatioInterval interval = ratio_interval(first, second);
    EXPECT_DOUBLE_EQ(interval.low, 2);
    EXPECT_DOUBLE_EQ(interval.high, 2);
    EXPECT_EQ(speed_call(interval), SpeedCall::slower);
}

TEST(Ratios, TheSameSeedGivesTheSameInterval) {
    const Rounds rounds = noisy(12, 1.1, 5);
    EXPECT_EQ(ratio_interval(rounds.first, rounds.second, {0.99, 500, 9}).low,
              ratio_interval(rounds.first, rounds.second, {0.99, 500, 9}).low);
}

TEST(SpeedCalls, NeedTheWholeIntervalOnePercentAway) {
    const auto call = [](double low, double high) { return speed_call({1, low, high, 0.99, 1, 10}); };
    EXPECT_EQ(call(1.005, 1.2), SpeedCall::no_difference);
    EXPECT_EQ(call(1.01, 1.2), SpeedCall::slower);
    EXPECT_EQ(call(0.8, 0.99), SpeedCall::faster);
    EXPECT_EQ(call(0.8, 0.995), SpeedCall::no_difference);
    EXPECT_EQ(call(0.8, 1.2), SpeedCall::no_difference);
}

TEST(Rounds, AlternateSoThatADriftHitsAllAlike) {
    EXPECT_THAT(balanced_order(2, 0), ElementsAre(0, 1));
    EXPECT_THAT(balanced_order(2, 1), ElementsAre(1, 0));
    EXPECT_THAT(balanced_order(2, 2), ElementsAre(0, 1));
    EXPECT_THAT(balanced_order(3, 0), ElementsAre(0, 1, 2));
    EXPECT_THAT(balanced_order(3, 1), ElementsAre(2, 1, 0));
    EXPECT_THAT(balanced_order(3, 2), ElementsAre(1, 2, 0));
    EXPECT_THAT(balanced_order(3, 3), ElementsAre(0, 2, 1));
    for (std::size_t programs = 2; programs < 6; ++programs) {
        std::vector<std::size_t> places(programs, 0);
        for (std::size_t round = 0; round < 2; ++round) {
            const std::vector<std::size_t> order = balanced_order(programs, round);
            for (std::size_t place = 0; place < programs; ++place) places[order[place]] += place;
        }
        EXPECT_THAT(places, testing::Each(programs - 1));
    }
}

TEST(Rounds, EndWhenPreciseOrOutOfBudget) {
    const RoundBudget budget{10, 50, 0.01, std::chrono::seconds(60)};
    const auto decide = [&](double half_width, std::size_t rounds, int seconds) {
        const RatioInterval interval{2, 2 - 2 * half_width, 2 + 2 * half_width, 0.99, 1, rounds};
        return decide_rounds(interval, std::chrono::seconds(seconds), budget);
    };
    EXPECT_EQ(decide(0.02, 20, 1), RoundDecision::go_on);
    EXPECT_EQ(decide(0.009, 8, 1), RoundDecision::go_on);
    EXPECT_EQ(decide(0.009, 10, 1), RoundDecision::precise);
    EXPECT_EQ(decide(0.009, 11, 1), RoundDecision::go_on);
    EXPECT_EQ(decide(0.02, 50, 1), RoundDecision::out_of_rounds);
    EXPECT_EQ(decide(0.02, 20, 60), RoundDecision::out_of_time);
    EXPECT_EQ(decide(0.02, 21, 60), RoundDecision::go_on);
}

}  // namespace
}  // namespace judge
