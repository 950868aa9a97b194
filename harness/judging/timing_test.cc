#include "judging/timing.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Limits one_second() {
    Limits limits;
    limits.cpu_time = seconds(1);
    return limits;
}

Reading reading(Nanos cpu, bool disturbed = false, bool exclusive = false, Ending ending = Exited{0}) {
    Reading r;
    r.usage.cpu_user = cpu;
    r.usage.wall = cpu;
    r.ending = ending;
    r.disturbed = disturbed;
    r.exclusive = exclusive;
    return r;
}

TEST(RunLimits, KillAtFiveQuartersPlusATenth) {
    EXPECT_EQ(run_limits(one_second()).cpu_time, milliseconds(1350));
    EXPECT_EQ(run_limits(one_second()).wall_time, seconds(5));
}

TEST(RunLimits, KeepAGivenWallLimit) {
    Limits limits = one_second();
    limits.wall_time = seconds(7);
    EXPECT_EQ(run_limits(limits).wall_time, seconds(7));
}

TEST(RunLimits, WithoutATimeLimitNothingIsAdded) {
    EXPECT_EQ(run_limits(Limits{}), Limits{});
}

TEST(IsDisturbed, ByRunQueueWaitWhereTheKernelTellsIt) {
    Usage usage;
    usage.cpu_user = seconds(1);
    usage.wall = seconds(9);
    usage.run_queue_wait = milliseconds(52);
    EXPECT_FALSE(is_disturbed(usage));
    usage.run_queue_wait = milliseconds(53);
    EXPECT_TRUE(is_disturbed(usage));
}

TEST(IsDisturbed, ByTimeThatTheHypervisorTook) {
    Usage usage;
    usage.cpu_user = seconds(1);
    usage.wall = seconds(1);
    usage.run_queue_wait = Nanos(0);
    usage.stolen = milliseconds(70);
    EXPECT_FALSE(is_disturbed(usage));
    usage.stolen = milliseconds(71);
    EXPECT_TRUE(is_disturbed(usage));
}

TEST(IsDisturbed, ByAClockThatFell) {
    Usage usage;
    usage.cpu_user = seconds(1);
    usage.wall = seconds(1);
    usage.khz_before = 2'000'000;
    usage.khz_after = 1'800'000;
    EXPECT_FALSE(is_disturbed(usage));
    usage.khz_after = 1'799'999;
    EXPECT_TRUE(is_disturbed(usage));
    usage.khz_after = 4'000'000;
    EXPECT_FALSE(is_disturbed(usage));
}

TEST(IsDisturbed, ByWallAgainstCpuElsewhere) {
    Usage usage;
    usage.cpu_user = seconds(1);
    usage.wall = milliseconds(1310);
    EXPECT_FALSE(is_disturbed(usage));
    usage.wall = milliseconds(1311);
    EXPECT_TRUE(is_disturbed(usage));
}

TEST(IsDisturbed, ByInvoluntarySwitches) {
    Usage usage;
    usage.cpu_user = seconds(1);
    usage.wall = seconds(1);
    usage.involuntary_switches = 25;
    EXPECT_FALSE(is_disturbed(usage));
    usage.involuntary_switches = 26;
    EXPECT_TRUE(is_disturbed(usage));
}

TEST(NeedsRepeat, NearTheLimitOnBothSides) {
    EXPECT_FALSE(needs_repeat({reading(milliseconds(749))}, one_second()));
    EXPECT_TRUE(needs_repeat({reading(milliseconds(750))}, one_second()));
    EXPECT_TRUE(needs_repeat({reading(milliseconds(1250))}, one_second()));
    EXPECT_FALSE(needs_repeat({reading(milliseconds(1251))}, one_second()));
}

TEST(NeedsRepeat, DisturbedAndOverThreeQuarters) {
    EXPECT_TRUE(needs_repeat({reading(milliseconds(1300), true)}, one_second()));
    EXPECT_FALSE(needs_repeat({reading(milliseconds(700), true)}, one_second()));
}

TEST(NeedsRepeat, NotAfterTheKill) {
    EXPECT_FALSE(needs_repeat({reading(milliseconds(1350), true, false, Stopped{LimitKind::cpu_time})}, one_second()));
}

TEST(NeedsRepeat, NotForMemoryOutputOrCrashes) {
    EXPECT_FALSE(needs_repeat({reading(milliseconds(900), true, false, Stopped{LimitKind::memory})}, one_second()));
    EXPECT_FALSE(needs_repeat({reading(milliseconds(900), true, false, Signalled{11})}, one_second()));
}

TEST(NeedsRepeat, AStarvedWallLimit) {
    EXPECT_TRUE(needs_repeat({reading(milliseconds(10), true, false, Stopped{LimitKind::wall_time})}, one_second()));
    EXPECT_FALSE(needs_repeat({reading(milliseconds(10), false, false, Stopped{LimitKind::wall_time})}, one_second()));
}

TEST(NeedsRepeat, AtMostThreeTimes) {
    std::vector<Reading> readings = {reading(milliseconds(990))};
    for (int i = 0; i < kExclusiveRepeats; ++i) {
        EXPECT_TRUE(needs_repeat(readings, one_second()));
        readings.push_back(reading(milliseconds(990), false, true));
    }
    EXPECT_FALSE(needs_repeat(readings, one_second()));
}

TEST(CountedReading, TheFastestExclusiveOne) {
    EXPECT_EQ(counted_reading({reading(milliseconds(900))}), 0U);
    EXPECT_EQ(counted_reading({reading(milliseconds(900)), reading(milliseconds(990), false, true),
                               reading(milliseconds(980), false, true), reading(milliseconds(985), false, true)}),
              2U);
}

TEST(TimeConfidence, CountsRunsOverTheLimit) {
    const std::vector<Reading> readings = {reading(milliseconds(1040), true), reading(milliseconds(1020), false, true),
                                           reading(milliseconds(980), false, true),
                                           reading(milliseconds(1010), false, true)};
    const std::optional<Finding> finding = time_confidence(readings, one_second());
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->text, "2 of 3 exclusive runs over 1.00 s (min 980 ms, median 1.01 s, max 1.02 s): risky");
    EXPECT_EQ(finding->severity, Severity::warning);
}

TEST(TimeConfidence, SafeWellBelow) {
    const std::optional<Finding> finding =
        time_confidence({reading(milliseconds(800)), reading(milliseconds(790), false, true)}, one_second());
    ASSERT_TRUE(finding);
    EXPECT_TRUE(finding->text.ends_with(": safe")) << finding->text;
    EXPECT_EQ(finding->severity, Severity::note);
}

TEST(TimeConfidence, SilentWithoutRepeats) {
    EXPECT_FALSE(time_confidence({reading(milliseconds(400))}, one_second()));
}

}  // namespace
}  // namespace judge
