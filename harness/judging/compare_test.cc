#include "judging/compare.h"

#include <gmock/gmock.h>

#include <memory>
#include <random>

#include "base/files.h"
#include "testing/fake_runner.h"

namespace judge {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

// Programs that are functions of the round, cases on disk, and a clock that goes on a second a run.
class Comparing : public testing::Test {
  protected:
    void SetUp() override { request_.budget.time = std::chrono::hours(1); }

    void add_case(const std::string& name, double size = 0) {
        const std::string path = dir_ / name;
        ASSERT_TRUE(write_file_atomically(path, name).ok());
        request_.cases.push_back({name, path, size});
    }

    // A program whose time on a case is `time`(case, count of earlier runs of it).
    void add_program(const std::string& name, const std::function<FakeResult(const FakeRun&)>& program) {
        programs_.push_back(std::make_unique<Executable>());
        programs_.back()->argv = {name};
        runner_.programs[name] = program;
    }

    Result<Rounds> rounds() {
        request_.contenders.clear();
        for (const auto& program : programs_) {
            Limits limits;
            limits.cpu_time = seconds(1);
            request_.contenders.push_back({program.get(), std::vector<Limits>(request_.cases.size(), limits)});
        }
        return run_rounds(request_, runner_, [this] { return seconds(runner_.requests.size()); });
    }

    std::vector<std::string> ran() const {
        std::vector<std::string> names;
        for (const RunRequest& request : runner_.requests) names.push_back(request.argv.at(0));
        return names;
    }

    TempDir dir_ = TempDir::make("comparing-").value();
    CompareRequest request_;
    FakeRunner runner_;
    std::vector<std::unique_ptr<Executable>> programs_;
};

FakeRunner::Program constant(Nanos cpu) {
    return [cpu](const FakeRun&) { return FakeResult{.cpu = cpu}; };
}

// `cpu` and a noise of some thousandths that never repeats in step with another program's.
FakeRunner::Program noisy(Nanos cpu, int step) {
    return [cpu, step](const FakeRun& run) {
        const int wave = (run.count * step) % 7 - 3;
        return FakeResult{.cpu = cpu + cpu * wave / 1000};
    };
}

TEST_F(Comparing, WarmsUpThenTurnsTheOrderEveryRound) {
    add_case("1");
    add_program("A", constant(milliseconds(10)));
    add_program("B", constant(milliseconds(10)));
    request_.budget.fewest = 4;
    request_.cpu = 1;
    const Rounds all = rounds().value();
    EXPECT_THAT(ran(),
                ElementsAre("A", "B", "A", "B", "B", "A", "A", "B", "B", "A", "A", "B", "B", "A", "A", "B", "B", "A"));
    EXPECT_EQ(all.count, 8u);  // as many as it takes for one case
    EXPECT_EQ(all.ended, RoundDecision::precise);
    EXPECT_EQ(all.seconds[0][0], (std::vector<double>(8, 0.01)));
    for (const RunRequest& request : runner_.requests) EXPECT_EQ(request.cpu, 1u);
    EXPECT_EQ(runner_.requests[0].limits.cpu_time, milliseconds(1350));
}

TEST_F(Comparing, LooksAtItsTimeBeforeEveryRun) {
    for (const char* name : {"1", "2"}) add_case(name);
    add_program("A", [](const FakeRun& run) { return FakeResult{.cpu = milliseconds(run.count % 3 + 1)}; });
    add_program("B", [](const FakeRun& run) { return FakeResult{.cpu = milliseconds(run.count % 5 + 1)}; });
    // A round takes four seconds. In 31 there are the warm-up, six whole rounds and three runs of the next.
    request_.budget.time = seconds(31);
    const Rounds all = rounds().value();
    EXPECT_EQ(all.ended, RoundDecision::out_of_time);
    EXPECT_EQ(all.elapsed, seconds(31));
    EXPECT_EQ(all.count, 6u);
    for (const auto& cases : all.seconds)
        for (const std::vector<double>& readings : cases) EXPECT_EQ(readings.size(), 6u);
    EXPECT_EQ(compare_speed(all).at(0).overall.rounds, 6u);
}

TEST_F(Comparing, ThrowsARoundWithoutItsPartnerAway) {
    add_case("1");
    add_program("A", noisy(milliseconds(10), 3));
    add_program("B", noisy(milliseconds(20), 5));
    request_.budget.precision = 1e-6;
    request_.budget.time = seconds(17);  // warm-up, seven rounds and a half
    EXPECT_EQ(rounds().value().count, 6u);
}

TEST_F(Comparing, HasNoPairsWhereTheTimeIsTooShortForARound) {
    for (const char* name : {"1", "2", "3"}) add_case(name, 100);
    add_program("A", constant(milliseconds(10)));
    add_program("B", constant(milliseconds(10)));
    request_.budget.time = seconds(4);
    const Rounds all = rounds().value();
    EXPECT_EQ(runner_.requests.size(), 4u);
    EXPECT_EQ(all.ended, RoundDecision::out_of_time);
    EXPECT_EQ(all.count, 0u);
    EXPECT_THAT(compare_speed(all), IsEmpty());
    EXPECT_THAT(compare_growth(all, request_.cases), IsEmpty());
}

TEST_F(Comparing, CallsOneProgramTwiceNoDifference) {
    add_case("1");
    add_case("2");
    add_program("A", noisy(milliseconds(10), 3));
    add_program("B", noisy(milliseconds(10), 5));
    const std::vector<PairSpeed> pairs = compare_speed(rounds().value());
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(pairs[0].call, SpeedCall::no_difference);
    EXPECT_EQ(pairs[0].cases[0].call, SpeedCall::no_difference);
    EXPECT_EQ(pairs[0].most_separating, std::nullopt);
}

TEST_F(Comparing, CallsFivePerCentSlower) {
    add_case("1");
    add_program("A", noisy(microseconds(10'000), 3));
    add_program("B", noisy(microseconds(10'500), 5));
    const std::vector<PairSpeed> pairs = compare_speed(rounds().value());
    EXPECT_EQ(pairs[0].call, SpeedCall::slower);
    EXPECT_NEAR(pairs[0].overall.ratio, 1.05, 0.003);
    EXPECT_EQ(pairs[0].cases[0].call, SpeedCall::slower);
    EXPECT_LE(pairs[0].cases[0].adjusted_p, 0.01);
}

TEST_F(Comparing, CallsHalfAPerCentNoDifference) {
    add_case("1");
    add_program("A", constant(microseconds(10'000)));
    add_program("B", constant(microseconds(10'050)));
    const std::vector<PairSpeed> pairs = compare_speed(rounds().value());
    EXPECT_EQ(pairs[0].overall.low, pairs[0].overall.high);
    EXPECT_NEAR(pairs[0].overall.ratio, 1.005, 1e-9);
    EXPECT_EQ(pairs[0].call, SpeedCall::no_difference);
}

TEST_F(Comparing, TellsWhereTheLoserWinsAndWhatSeparatesMost) {
    for (const char* name : {"big", "small", "even"}) add_case(name);
    const auto by_case = [](Nanos big, Nanos small) {
        return [=](const FakeRun& run) {
            return FakeResult{.cpu = run.input == "big" ? big : run.input == "small" ? small : Nanos(milliseconds(1))};
        };
    };
    add_program("A", by_case(milliseconds(100), milliseconds(2)));
    add_program("B", by_case(milliseconds(300), milliseconds(1)));
    const PairSpeed pair = compare_speed(rounds().value()).at(0);
    EXPECT_EQ(pair.call, SpeedCall::slower);
    EXPECT_NEAR(pair.overall.ratio, 302.0 / 103, 1e-9);
    EXPECT_EQ(pair.most_separating, std::optional<std::size_t>(0));
    EXPECT_THAT(pair.against, ElementsAre(1u));
    EXPECT_EQ(pair.cases[2].call, SpeedCall::no_difference);
}

// 2 / 2^8 is below 0.01; for 12 cases it takes 2 / 2^12, for the same with three programs 2 / 2^13.
TEST(FewestRounds, LetEveryCaseBeCalled) {
    EXPECT_EQ(fewest_rounds(2, 1), 8u);
    EXPECT_EQ(fewest_rounds(2, 12), 12u);
    EXPECT_EQ(fewest_rounds(3, 12), 13u);
}

TEST_F(Comparing, RunsEnoughRoundsForManyCases) {
    for (int i = 0; i < 100; ++i) add_case(std::to_string(i));
    add_program("A", constant(microseconds(10'000)));
    add_program("B", constant(microseconds(20'000)));
    const Rounds all = rounds().value();
    EXPECT_EQ(all.count, 16u);  // 15 would do; they come in pairs
    const auto pairs = compare_speed(all);
    for (const CaseSpeed& speed : pairs.at(0).cases) EXPECT_EQ(speed.call, SpeedCall::slower);
}

// Ten rounds give a pair p = 2/2^10 at the least; of the 15 pairs of six programs that is no longer below 0.01.
TEST_F(Comparing, RaisesTheProbabilitiesOfManyPairs) {
    add_case("1");
    request_.budget.fewest = request_.budget.most = 10;
    // A little slower every time, so that no two ratios are equal.
    const auto add = [this](int i) {
        add_program(std::string(1, static_cast<char>('A' + i)), [i](const FakeRun& run) {
            return FakeResult{.cpu = milliseconds(10 + i) + Nanos(run.count * 100 * i)};
        });
    };
    for (int i = 0; i < 2; ++i) add(i);
    EXPECT_EQ(compare_speed(rounds().value()).at(0).call, SpeedCall::slower);
    for (int i = 2; i < 6; ++i) add(i);
    const std::vector<PairSpeed> pairs = compare_speed(rounds().value());
    ASSERT_EQ(pairs.size(), 15u);
    for (const PairSpeed& pair : pairs) {
        EXPECT_GT(pair.overall.low, 1.01);
        EXPECT_NEAR(pair.adjusted_p, 15 * 2.0 / 1024, 1e-9);
        EXPECT_EQ(pair.call, SpeedCall::no_difference);
    }
}

// Ten rounds give a case p = 2/2^10 at the least; of 12 cases that is no longer below 0.01.
TEST_F(Comparing, RaisesTheProbabilitiesOfManyCases) {
    for (int i = 0; i < 12; ++i) add_case(std::to_string(i));
    add_program("A", constant(microseconds(10'000)));
    add_program("B",
                [](const FakeRun& run) { return FakeResult{.cpu = microseconds(10'500) + Nanos(run.count * 100)}; });
    request_.budget.fewest = request_.budget.most = 10;
    const PairSpeed pair = compare_speed(rounds().value()).at(0);
    EXPECT_EQ(pair.call, SpeedCall::slower);
    for (const CaseSpeed& speed : pair.cases) {
        EXPECT_GT(speed.interval.low, 1.01);
        EXPECT_NEAR(speed.adjusted_p, 12 * 2.0 / 1024, 1e-9);
        EXPECT_EQ(speed.call, SpeedCall::no_difference);
    }
}

TEST_F(Comparing, NamesTheRoundThatIsWild) {
    add_case("1");
    add_program("A", noisy(milliseconds(10), 3));
    add_program("B", [](const FakeRun& run) {
        FakeResult result = noisy(milliseconds(10), 5)(run);
        if (run.count == 5) result.cpu = milliseconds(40);  // one warm-up run came before round 0
        return result;
    });
    const PairSpeed pair = compare_speed(rounds().value()).at(0);
    ASSERT_EQ(pair.cases[0].wild.size(), 1u);
    EXPECT_EQ(pair.cases[0].wild[0].round, 4u);
    EXPECT_NEAR(pair.cases[0].wild[0].ratio, 4, 0.02);
    EXPECT_EQ(pair.call, SpeedCall::no_difference);
}

TEST_F(Comparing, LeavesOutACaseThatFailsWhenRunAgain) {
    add_case("1");
    add_case("2");
    add_program("A", constant(milliseconds(10)));
    add_program("B", [](const FakeRun& run) {
        FakeResult result{.cpu = milliseconds(20)};
        if (run.input == "2" && run.count > 4) result.ending = Signalled{11};
        return result;
    });
    const Rounds all = rounds().value();
    EXPECT_EQ(all.steady, (std::vector<bool>{true, false}));
    const PairSpeed pair = compare_speed(all).at(0);
    ASSERT_EQ(pair.cases.size(), 1u);
    EXPECT_NEAR(pair.overall.ratio, 2, 1e-9);
}

TEST_F(Comparing, HasNoWordWhereEveryCaseFails) {
    add_case("1");
    add_program("A", constant(milliseconds(10)));
    add_program("B", [](const FakeRun&) { return FakeResult{.ending = Exited{1}, .cpu = milliseconds(1)}; });
    EXPECT_EQ(rounds().error().message, "cannot compare speed: on every case some program failed when run again");
}

TEST_F(Comparing, PairsThreeProgramsAndFitsTheirGrowth) {
    for (int i = 0; i < 5; ++i) add_case(std::to_string(i), 100 << i);
    const auto power = [](auto of_size) {
        return [of_size](const FakeRun& run) { return FakeResult{.cpu = of_size(100 << std::stoi(run.input))}; };
    };
    add_program("A", power([](std::int64_t n) { return microseconds(n); }));
    add_program("B", power([](std::int64_t n) { return microseconds(n * n / 10); }));
    add_program("C", power([](std::int64_t n) { return microseconds(n * 2); }));
    const Rounds all = rounds().value();
    const std::vector<PairSpeed> pairs = compare_speed(all);
    ASSERT_EQ(pairs.size(), 3u);
    EXPECT_EQ(pairs[2].first, 1u);
    EXPECT_EQ(pairs[2].second, 2u);
    EXPECT_EQ(pairs[2].call, SpeedCall::faster);
    const auto growth = compare_growth(all, request_.cases);
    EXPECT_EQ(growth[0]->model, GrowthModel::n);
    EXPECT_EQ(growth[1]->model, GrowthModel::n2);
    EXPECT_EQ(growth[2]->model, GrowthModel::n);
}

// The same test takes up to 20 % longer or shorter every time: 5 % less work is no improvement that was seen.
TEST_F(Comparing, PainP42AFewPerCentDrownInNoise) {
    add_case("1");
    const auto shaky = [](Nanos cpu, unsigned seed) {
        auto random = std::make_shared<std::mt19937>(seed);
        return [cpu, random](const FakeRun&) {
            return FakeResult{.cpu = cpu + cpu * (static_cast<int>((*random)() % 401) - 200) / 1000};
        };
    };
    add_program("A", shaky(microseconds(10'000), 1));
    add_program("B", shaky(microseconds(9'500), 2));
    request_.budget.most = 20;
    const PairSpeed pair = compare_speed(rounds().value()).at(0);
    EXPECT_EQ(pair.call, SpeedCall::no_difference);
    EXPECT_GT(pair.overall.high - pair.overall.low, 0.1);  // the spread is told
}

// One program twice, on a machine that becomes slower all the time: A, A, A, B, B, B would call B slower.
TEST_F(Comparing, PainP46ADriftHitsBothAlike) {
    add_case("1");
    int calls = 0;
    for (unsigned trial = 0; trial < 20; ++trial) {
        programs_.clear();
        auto random = std::make_shared<std::mt19937>(trial);
        auto runs = std::make_shared<int>(0);
        const auto warming = [random, runs](const FakeRun&) {
            const int drift = 10'000 + 50 * ++*runs, noise = static_cast<int>((*random)() % 200);
            return FakeResult{.cpu = microseconds(drift + noise)};
        };
        add_program("A", warming);
        add_program("B", warming);
        calls += compare_speed(rounds().value()).at(0).call != SpeedCall::no_difference;
    }
    EXPECT_LE(calls, 1);
}

TEST_F(Comparing, FitsNoGrowthToSizesThatHardlyDiffer) {
    for (int i = 0; i < 5; ++i) add_case(std::to_string(i), 100 + i);
    add_program("A", constant(milliseconds(1)));
    add_program("B", constant(milliseconds(1)));
    const Rounds all = rounds().value();
    const auto growth = compare_growth(all, request_.cases);
    ASSERT_EQ(growth.size(), 2u);
    EXPECT_FALSE(growth[0].has_value() || growth[1].has_value());
}

}  // namespace
}  // namespace judge
