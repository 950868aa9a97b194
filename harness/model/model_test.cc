#include <gtest/gtest.h>

#include "model/limits.h"
#include "model/problem.h"
#include "model/verdict.h"

namespace judge {
namespace {

TEST(Verdicts, TheTableIsInTheOrderOfTheEnum) {
    for (std::size_t i = 0; i < kVerdicts.size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(kVerdicts[i].verdict), i);
        EXPECT_EQ(verdict_from_id(kVerdicts[i].id), kVerdicts[i].verdict);
    }
    EXPECT_EQ(verdict_from_id("AC"), std::nullopt);
}

TEST(Limits, MergingTakesWhatTheSecondSays) {
    Limits base, over;
    base.cpu_time = std::chrono::seconds(1);
    base.memory = mib(256);
    base.open_files = 64;
    over.cpu_time = std::chrono::seconds(2);
    over.stack = mib(8);
    Limits wanted = base;
    wanted.cpu_time = std::chrono::seconds(2);
    wanted.stack = mib(8);
    EXPECT_EQ(merged(base, over), wanted);
    EXPECT_EQ(merged(base, Limits{}), base);
    EXPECT_EQ(merged(Limits{}, base), base);
}

TEST(Limits, AbsurdOnesAreRefusedByName) {
    const auto refusal = [](auto set) {
        Limits limits;
        set(limits);
        const Status status = check(limits);
        return status ? "" : status.error().message;
    };
    EXPECT_EQ(refusal([](Limits&) {}), "");
    EXPECT_EQ(refusal([](Limits& l) { l.cpu_time = Nanos(0); }), "cannot use the CPU time limit of 0 ms: it is zero");
    EXPECT_EQ(refusal([](Limits& l) { l.wall_time = std::chrono::seconds(-1); }),
              "cannot use the wall time limit of -1.00 s: it is negative");
    EXPECT_EQ(refusal([](Limits& l) { l.wall_time = std::chrono::hours(25); }),
              "cannot use the wall time limit of 1500:00 min: it is over a day");
    EXPECT_EQ(refusal([](Limits& l) { l.memory = Bytes{0}; }), "cannot use the memory limit of 0 B: it is zero");
    EXPECT_EQ(refusal([](Limits& l) { l.stack = gib(2048); }), "cannot use the stack limit of 2 TB: it is over 1 TB");
    EXPECT_EQ(refusal([](Limits& l) { l.output = Bytes{0}; }), "cannot use the output limit of 0 B: it is zero");
    EXPECT_EQ(refusal([](Limits& l) { l.processes = 0; }), "cannot use the process limit of 0: it is zero");
    EXPECT_EQ(refusal([](Limits& l) { l.open_files = 1'000'001; }),
              "cannot use the open file limit of 1000001: it is over a million");
    EXPECT_EQ(refusal([](Limits& l) {
                  l.cpu_time = std::chrono::hours(24);
                  l.memory = gib(1024);
              }),
              "");
}

TEST(Problems, TheTitleFallsBackByLanguage) {
    Problem problem;
    problem.id = "boj-1";
    EXPECT_EQ(title_of(problem, "ko"), "boj-1");
    problem.title["de"] = "Eins";
    EXPECT_EQ(title_of(problem, "ko"), "Eins");
    problem.title["ko"] = "하나";
    EXPECT_EQ(title_of(problem, "fr"), "하나");
    problem.title["en"] = "One";
    EXPECT_EQ(title_of(problem, "fr"), "One");
    EXPECT_EQ(title_of(problem, "ko"), "하나");
    problem.title["ko"] = "";
    EXPECT_EQ(title_of(problem, "ko"), "One");
}

TEST(TimeLimitBy, IsTheSlowestTimesTheMultiplierRoundedUp) {
    using std::chrono::milliseconds;
    TimeRule rule;  // times 5, whole seconds
    EXPECT_EQ(time_limit_by(rule, milliseconds(1)), milliseconds(1000));
    EXPECT_EQ(time_limit_by(rule, milliseconds(200)), milliseconds(1000));
    EXPECT_EQ(time_limit_by(rule, milliseconds(201)), milliseconds(2000));
    EXPECT_EQ(time_limit_by(rule, Nanos(0)), milliseconds(1000));
    rule.multiplier = 2;
    rule.resolution = milliseconds(100);
    EXPECT_EQ(time_limit_by(rule, milliseconds(333)), milliseconds(700));
}

}  // namespace
}  // namespace judge
