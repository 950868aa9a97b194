#include "sandbox/run_facts.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace judge {
namespace {

using namespace std::chrono_literals;

constexpr Meters kGroups = {true, true, false, true};
constexpr Meters kNoGroups = {false, false, false, true};

int exited(int code) {
    return code << 8;
}

Limits limits() {
    Limits l;
    l.cpu_time = 1s;
    l.wall_time = 3s;
    l.memory = mib(256);
    l.output = mib(1);
    l.processes = 8;
    return l;
}

TEST(EndingOf, TakesAnExitAsItIs) {
    RunFacts f;
    f.box.wait_status = exited(139);
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Exited{139}));
}

TEST(EndingOf, TakesASignalFromInsideAsASignal) {
    RunFacts f;
    f.box.wait_status = SIGKILL;
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Signalled{SIGKILL}));
}

TEST(EndingOf, PutsMemoryBeforeTimeAndSignals) {
    RunFacts f;
    f.box.wait_status = SIGSEGV;
    f.box.user_ns = 5'000'000'000;
    f.groups.out_of_memory_kills = 1;
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Stopped{LimitKind::memory}));
}

TEST(EndingOf, FindsMemoryByThePeakWhereThereIsNoGroup) {
    RunFacts f;
    f.box.max_rss_bytes = mib(257).count;
    EXPECT_EQ(ending_of(f, limits(), kNoGroups), Ending(Stopped{LimitKind::memory}));
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Exited{0}));
}

TEST(EndingOf, TakesARefusedForkForTheProcessLimitUnlessTheProgramCoped) {
    RunFacts f;
    f.groups.process_refusals = 3;
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Exited{0}));
    f.box.wait_status = exited(1);
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Stopped{LimitKind::processes}));
}

TEST(EndingOf, LetsTheFirstOfRefusalAndKillDecide) {
    RunFacts f;
    f.box.wait_status = SIGKILL;
    f.groups.process_refusals = 3;
    f.groups.out_of_memory_kills = 1;
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Stopped{LimitKind::memory}));
    f.refused_before_memory = true;
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Stopped{LimitKind::processes}));
}

TEST(EndingOf, CountsOutputOverTheLimitAndNotAtIt) {
    RunFacts f;
    f.out = mib(1);
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Exited{0}));
    f.out = {mib(1).count + 1};
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Stopped{LimitKind::output}));
    f.out = {};
    f.box.wait_status = SIGXFSZ;
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Stopped{LimitKind::file_size}));
}

TEST(EndingOf, FindsTimeAfterwardsWithoutTheLaunch) {
    RunFacts f;
    f.box.user_ns = 900'000'000;
    f.box.system_ns = 101'000'000;
    f.box.launch_ns = 1'000'000;
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Exited{0}));
    f.box.user_ns = 900'000'001;
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Stopped{LimitKind::cpu_time}));
}

TEST(EndingOf, CallsASleeperWall) {
    RunFacts f;
    f.box.wait_status = SIGKILL;
    f.box.stop = wire::StopReason::wall;
    EXPECT_EQ(ending_of(f, limits(), kGroups), Ending(Stopped{LimitKind::wall_time}));
}

TEST(UsageOf, AddsCpuThatOnlyTheGroupSaw) {
    RunFacts f;
    f.box.user_ns = 10'000'000;
    f.box.group_cpu_ns = 800'000'000;
    EXPECT_EQ(usage_of(f, limits(), kGroups).cpu(), 800ms);
    f.box.group_cpu_ns = 12'000'000;
    EXPECT_EQ(usage_of(f, limits(), kGroups).cpu(), 10ms);
}

TEST(UsageOf, AddsCpuThatVanishedWithProcesses) {
    RunFacts f;
    f.box.user_ns = 10'000'000;
    f.box.vanished_ns = 300'000'000;
    EXPECT_EQ(usage_of(f, limits(), kNoGroups).cpu(), 310ms);
    EXPECT_EQ(usage_of(f, limits(), kNoGroups).meter.cpu, "rusage of the tree, looks at the rest");
}

TEST(UsageOf, MeasuresOneProcessByItselfAndATreeByTheGroup) {
    RunFacts f;
    f.box.tasks = 1;
    f.box.max_rss_bytes = mib(10).count;
    f.groups.peak = mib(500);
    EXPECT_EQ(usage_of(f, limits(), kGroups).peak_memory, mib(10));
    f.groups.beyond = mib(100);
    EXPECT_EQ(usage_of(f, limits(), kGroups).peak_memory, mib(100));
    f.box.tasks = 3;
    EXPECT_EQ(usage_of(f, limits(), kGroups).peak_memory, mib(500));
    EXPECT_TRUE(usage_of(f, limits(), kGroups).meter.memory_of_tree);
}

TEST(BoundsOf, AllowsExactlyTheLimit) {
    const wire::Run run = bounds_of(limits(), kGroups);
    EXPECT_EQ(run.file_bytes, mib(1).count + 1);
    EXPECT_EQ(run.stack_bytes, mib(272).count);
    EXPECT_EQ(run.cpu_ns, 1'000'000'000U);
    EXPECT_EQ(run.watch_memory, 0U);
    EXPECT_EQ(bounds_of(limits(), kNoGroups).watch_memory, 1U);
}

TEST(PathsOf, LeavesOutWhatIsCovered) {
    RunRequest request;
    request.argv = {"/home/a/run/prog"};
    request.readable = {"/home/a/run/", "/usr/lib/jvm", "/home/a/run/data"};
    request.writable = {"/home/a/run/out"};
    request.cwd = "/home/a/run/out";
    const std::vector<std::string> expected = {"r/home/a/run", "w/home/a/run/out"};
    EXPECT_EQ(*paths_of(request), expected);
}

TEST(PathsOf, RefusesRelativeOnesAndTheWholeMachine) {
    RunRequest request;
    request.argv = {"prog"};
    EXPECT_EQ(paths_of(request).error().code, ErrorCode::usage);
    request.argv = {"/bin/true"};
    request.readable = {"/"};
    EXPECT_EQ(paths_of(request).error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace judge
