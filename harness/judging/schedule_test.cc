#include "judging/schedule.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

bool never(std::size_t, std::size_t) {
    return false;
}

Job compile(std::size_t task) {
    return {Job::Kind::compile, task, 0};
}
Job run(std::size_t task, std::size_t index) {
    return {Job::Kind::run, task, index};
}
Job alone(std::size_t task, std::size_t index) {
    return {Job::Kind::run_alone, task, index};
}

TEST(Schedule, CompilesBeforeItRuns) {
    Schedule schedule({2});
    EXPECT_EQ(schedule.next(never), compile(0));
    EXPECT_EQ(schedule.next(never), std::nullopt);
    schedule.finished(compile(0));
    EXPECT_EQ(schedule.next(never), run(0, 0));
    EXPECT_EQ(schedule.next(never), run(0, 1));
    EXPECT_EQ(schedule.next(never), std::nullopt);
    schedule.finished(run(0, 1));
    EXPECT_FALSE(schedule.done());
    schedule.finished(run(0, 0));
    EXPECT_TRUE(schedule.done());
}

TEST(Schedule, CompilesTheNextWhileTheFirstCompiles) {
    Schedule schedule({1, 1});
    EXPECT_EQ(schedule.next(never), compile(0));
    EXPECT_EQ(schedule.next(never), compile(1));
}

TEST(Schedule, PrefersCasesOfEarlierTasksToCompilingLaterOnes) {
    Schedule schedule({1, 1});
    EXPECT_EQ(schedule.next(never), compile(0));
    schedule.finished(compile(0));
    EXPECT_EQ(schedule.next(never), run(0, 0));
    EXPECT_EQ(schedule.next(never), compile(1));
}

TEST(Schedule, PassesOverSkippedCases) {
    Schedule schedule({3});
    schedule.next(never);
    schedule.finished(compile(0));
    EXPECT_EQ(schedule.next([](std::size_t, std::size_t index) { return index < 2; }), run(0, 2));
    schedule.finished(run(0, 2));
    EXPECT_TRUE(schedule.done());
}

TEST(Schedule, ARepeatHasTheMachineAlone) {
    Schedule schedule({3});
    schedule.next(never);
    schedule.finished(compile(0));
    EXPECT_EQ(schedule.next(never), run(0, 0));
    EXPECT_EQ(schedule.next(never), run(0, 1));
    schedule.finished(run(0, 0), Schedule::Then::again);
    EXPECT_EQ(schedule.next(never), std::nullopt) << "case 1 still runs";
    schedule.finished(run(0, 1));
    EXPECT_EQ(schedule.next(never), alone(0, 0));
    EXPECT_EQ(schedule.next(never), std::nullopt) << "nothing beside a repeat";
    schedule.finished(alone(0, 0), Schedule::Then::again);
    EXPECT_EQ(schedule.next(never), alone(0, 0));
    schedule.finished(alone(0, 0));
    EXPECT_EQ(schedule.next(never), run(0, 2));
    schedule.finished(run(0, 2));
    EXPECT_TRUE(schedule.done());
}

TEST(Schedule, AbandonedTaskRunsNothing) {
    Schedule schedule({5, 1});
    schedule.next(never);
    schedule.abandon(0);
    schedule.finished(compile(0));
    EXPECT_EQ(schedule.next(never), compile(1));
}

TEST(Schedule, AbandonAllLeavesOnlyWhatIsUnderWay) {
    Schedule schedule({5, 5});
    schedule.next(never);
    schedule.abandon_all();
    EXPECT_EQ(schedule.next(never), std::nullopt);
    EXPECT_FALSE(schedule.done());
    schedule.finished(compile(0));
    EXPECT_TRUE(schedule.done());
}

TEST(Schedule, NothingToDoIsDone) {
    EXPECT_TRUE(Schedule({}).done());
}

}  // namespace
}  // namespace judge
