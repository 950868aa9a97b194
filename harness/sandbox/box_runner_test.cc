#include "sandbox/box_runner.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "base/files.h"
#include "sandbox/output_file.h"

namespace judge {
namespace {

using namespace std::chrono_literals;

std::unique_ptr<Runner> make_runner(std::set<std::string> off = {}) {
    BoxOptions options;
    options.box_program = JUDGE_BINARY_DIR "/bin/judge-box";
    options.force_off = std::move(off);
    Result<std::unique_ptr<Runner>> runner = make_box_runner(options);
    if (!runner) ADD_FAILURE() << to_text(runner.error());
    return runner ? std::move(*runner) : nullptr;
}

bool has_namespaces(const Runner& runner) {
    return runner.containment().mechanisms.front().active;
}

RunRequest shell(const std::string& script) {
    RunRequest request;
    request.argv = {"/bin/sh", "-c", script};
    request.env = {"PATH=/usr/bin:/bin"};
    request.limits.cpu_time = 60s;  // machines without hardware of their own are slow
    request.limits.wall_time = 120s;
    request.limits.memory = mib(256);
    request.limits.output = mib(1);
    request.limits.processes = 16;
    return request;
}

// Runs `request` with a fresh output file and returns what it printed.
std::string output_of(Runner& runner, RunRequest request, Ending expected = Exited{0}) {
    Result<OutputFile> out = OutputFile::make();
    if (!out) return "no output file";
    request.stdout_fd = out->fd();
    const Result<RunOutcome> outcome = runner.run(request);
    if (!outcome) return to_text(outcome.error());
    EXPECT_EQ(outcome->ending, expected) << outcome->stderr_head;
    return *out->head(mib(1));
}

TEST(BoxRunner, RunsAProgramAndCountsWhatItUsed) {
    auto runner = make_runner();
    RunRequest request = shell("echo hello; echo oops >&2; exit 3");
    Result<RunOutcome> outcome = runner->run(request);
    ASSERT_TRUE(outcome.ok()) << to_text(outcome.error());
    EXPECT_EQ(outcome->ending, Ending(Exited{3}));
    EXPECT_EQ(outcome->stderr_head, "oops\n");
    EXPECT_EQ(outcome->usage.written, Bytes{11});
    EXPECT_GT(outcome->usage.peak_memory, kib(100));
    EXPECT_LT(outcome->usage.peak_memory, mib(50));
}

TEST(BoxRunner, StartsInAnEmptyScratchFolderEveryTime) {
    auto runner = make_runner();
    // Without namespaces there is no /tmp of its own.
    const bool own_tmp = has_namespaces(*runner);
    const RunRequest look = shell(own_tmp ? "ls -A . ; ls -A /tmp" : "ls -A .");
    const std::string untouched = own_tmp ? "scratch\n" : "";
    const std::string litter = own_tmp ? "mkdir -p a/b /tmp/x" : "mkdir -p a/b";
    EXPECT_EQ(output_of(*runner, look), untouched);
    EXPECT_EQ(output_of(*runner, shell(litter + " && echo 1 > a/f && chmod 0 . && echo made")), "made\n");
    EXPECT_EQ(output_of(*runner, look), untouched);
}

TEST(BoxRunner, ReachesWhatIsNamedBelowAClosedFolderAndNothingElse) {
    auto runner = make_runner();
    Result<TempDir> dir = TempDir::make("judge box 별 ");
    ASSERT_TRUE(dir.ok());
    const std::string named = *dir / "named", other = *dir / "other";
    ASSERT_TRUE(write_file_atomically(join_path(named, "data"), "seen\n", 0600).ok());
    ASSERT_TRUE(write_file_atomically(join_path(other, "data"), "secret\n", 0644).ok());
    RunRequest request = shell(
        "cat \"$1/data\"; cat \"$2/data\" 2>/dev/null || echo hidden; echo x 2>/dev/null > \"$1/new\" || echo closed");
    request.argv.insert(request.argv.end(), {"sh", named, other});
    request.readable = {named};
    EXPECT_EQ(output_of(*runner, request), "seen\nhidden\nclosed\n");
}

TEST(BoxRunner, WritesIntoWhatIsNamedWritable) {
    auto runner = make_runner();
    Result<TempDir> dir = TempDir::make("judge-box-test");
    ASSERT_TRUE(dir.ok());
    RunRequest request = shell("echo kept > here");
    request.writable = {dir->path()};
    request.cwd = dir->path();
    EXPECT_EQ(output_of(*runner, request), "");
    EXPECT_EQ(*read_file(*dir / "here"), "kept\n");
}

TEST(BoxRunner, GivesAnInputThatCanBeOpenedAgainButNotWritten) {
    auto runner = make_runner();
    Result<TempDir> dir = TempDir::make("judge-box-test");
    ASSERT_TRUE(dir.ok());
    const std::string path = *dir / "input";
    ASSERT_TRUE(write_file_atomically(path, "one\ntwo\n", 0600).ok());
    Result<Fd> input = open_file(path, O_RDONLY);
    ASSERT_TRUE(input.ok());
    RunRequest request = shell("cat; cat /dev/stdin; echo three 2>/dev/null >> /dev/stdin; true");
    request.stdin_fd = input->get();
    EXPECT_EQ(output_of(*runner, request), "one\ntwo\none\ntwo\n");
    EXPECT_EQ(output_of(*runner, request), "one\ntwo\none\ntwo\n");
    EXPECT_EQ(*read_file(path), "one\ntwo\n");
}

TEST(BoxRunner, EndsWithTheFirstProcessAndSweepsTheRest) {
    auto runner = make_runner();
    EXPECT_EQ(output_of(*runner, shell("(trap '' TERM HUP INT; sleep 1000) & setsid sleep 1000 & echo gone")),
              "gone\n");
    if (!has_namespaces(*runner)) GTEST_SKIP() << "without namespaces all processes are seen";
    EXPECT_EQ(output_of(*runner, shell("ls /proc | grep -c '^[0-9]'")).size(), 2U);
}

TEST(BoxRunner, StopsAtEachLimit) {
    auto runner = make_runner();
    RunRequest busy = shell("while :; do :; done");
    busy.limits.cpu_time = 200ms;
    busy.limits.wall_time = 60s;
    output_of(*runner, busy, Stopped{LimitKind::cpu_time});
    RunRequest asleep = shell("sleep 1000");
    asleep.limits.wall_time = 200ms;
    output_of(*runner, asleep, Stopped{LimitKind::wall_time});
    output_of(*runner, shell("exec yes"), Stopped{LimitKind::output});
    output_of(*runner, shell("exec dd if=/dev/zero of=f bs=1M count=9"), Stopped{LimitKind::file_size});
    RunRequest hungry = shell("exec dd if=/dev/zero of=/dev/null bs=500M count=1");
    output_of(*runner, hungry, Stopped{LimitKind::memory});
}

TEST(BoxRunner, AWallLimitGivesWayToAQueueForTheProcessor) {
    auto runner = make_runner();
    RunRequest request = shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done");
    cpu_set_t usable;
    ASSERT_EQ(::sched_getaffinity(0, sizeof usable, &usable), 0);
    std::uint32_t cpu = 0;
    while (!CPU_ISSET(cpu, &usable)) ++cpu;
    request.cpu = cpu;
    const Result<RunOutcome> alone = runner->run(request);
    ASSERT_TRUE(alone.ok()) << to_text(alone.error());
    std::atomic<bool> done = false;
    std::vector<std::thread> rivals;
    for (int i = 0; i < 4; ++i) {
        rivals.emplace_back([&] {
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            ::sched_setaffinity(0, sizeof one, &one);
            while (!done) {
            }
        });
    }
    request.limits.wall_time = alone->usage.cpu() * 2 + 200ms;
    // How much of the processor it gets is the machine's affair: once it must have waited beyond the limit.
    bool waited = false;
    for (int tries = 0; tries < 20 && !waited && !HasFailure(); ++tries) {
        const Result<RunOutcome> crowded = runner->run(request);
        EXPECT_TRUE(crowded.ok() && crowded->ending == Ending(Exited{0}));
        waited = crowded.ok() && crowded->usage.wall > *request.limits.wall_time;
    }
    done = true;
    for (std::thread& rival : rivals) rival.join();
    if (!waited) GTEST_SKIP() << "this machine never let it wait";
}

TEST(BoxRunner, TellsWhyAProgramCannotBeRun) {
    auto runner = make_runner();
    RunRequest request = shell("");
    request.argv = {"/nowhere/program"};
    EXPECT_EQ(runner->run(request).error().code, ErrorCode::tool_missing);
    request.argv = {"/usr/bin"};
    EXPECT_EQ(runner->run(request).error().code, ErrorCode::tool_missing);
    request.argv = {};
    EXPECT_EQ(runner->run(request).error().code, ErrorCode::usage);
    request = shell("true");
    request.limits.memory = Bytes{0};
    EXPECT_EQ(runner->run(request).error().code, ErrorCode::usage);
    request = shell("true");
    request.argv.push_back(std::string(200'000, 'x'));
    EXPECT_EQ(runner->run(request).error().code, ErrorCode::usage);
    EXPECT_EQ(output_of(*runner, shell("echo still")), "still\n");
}

TEST(BoxRunner, HeedsAStopThatWasAskedBefore) {
    Cancel cancel;
    cancel.request();
    BoxOptions options;
    options.box_program = JUDGE_BINARY_DIR "/bin/judge-box";
    options.cancel = &cancel;
    Result<std::unique_ptr<Runner>> runner = make_box_runner(options);
    ASSERT_TRUE(runner.ok()) << to_text(runner.error());
    EXPECT_EQ((*runner)->run(shell("sleep 1000")).error().code, ErrorCode::interrupted);
}

TEST(BoxRunner, ComesInNumbers) {
    BoxOptions options;
    options.box_program = JUDGE_BINARY_DIR "/bin/judge-box";
    Result<BoxRunners> started = BoxRunners::start(options, 3);
    ASSERT_TRUE(started.ok()) << to_text(started.error());
    const Result<std::vector<std::unique_ptr<Runner>>> runners = started->await();
    ASSERT_TRUE(runners.ok()) << to_text(runners.error());
    ASSERT_EQ(runners->size(), 3U);
    for (const std::unique_ptr<Runner>& runner : *runners) {
        EXPECT_EQ(runner->containment(), runners->front()->containment());
        EXPECT_EQ(output_of(*runner, shell("echo hello")), "hello\n");
    }
}

TEST(BoxRunner, LeavesItsCallerWhereItWas) {
    auto runner = make_runner();
    cpu_set_t before, after;
    ASSERT_EQ(::sched_getaffinity(0, sizeof(before), &before), 0);
    RunRequest request = shell("echo hello");
    request.cpu = 0;
    while (!CPU_ISSET(request.cpu, &before)) ++request.cpu;
    EXPECT_EQ(output_of(*runner, request), "hello\n");
    ASSERT_EQ(::sched_getaffinity(0, sizeof(after), &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(BoxRunner, NeedsItsProgram) {
    BoxOptions options;
    options.box_program = "/nowhere/judge-box";
    EXPECT_EQ(make_box_runner(options).error().code, ErrorCode::tool_missing);
}

TEST(BoxRunner, WorksWithoutNamespacesAndSaysSo) {
    auto runner = make_runner({"namespaces"});
    EXPECT_FALSE(runner->containment().mechanisms[0].active);
    EXPECT_EQ(output_of(*runner, shell("echo hello; sleep 1000 & true")), "hello\n");
    EXPECT_EQ(output_of(*runner, shell("ls -A; touch left")), "");
    EXPECT_EQ(output_of(*runner, shell("ls -A")), "");
}

TEST(BoxRunner, WorksWithoutControlGroups) {
    auto runner = make_runner({"cgroups"});
    output_of(*runner, shell("exec dd if=/dev/zero of=/dev/null bs=500M count=1"), Stopped{LimitKind::memory});
    EXPECT_EQ(output_of(*runner, shell("echo hello")), "hello\n");
}

pid_t first_child_of(pid_t pid) {
    const Result<std::string> text =
        read_file("/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children");
    return text ? std::atoi(text->c_str()) : 0;
}

// A zombie does not: it only waits for its new parent.
bool runs(pid_t pid) {
    const Result<std::string> stat = read_file("/proc/" + std::to_string(pid) + "/stat");
    return stat && stat->substr(stat->rfind(')') + 2, 1).find_first_of("ZX") == std::string::npos;
}

// Without a PID namespace a box's death frees its contestants; the control groups still know them.
TEST(BoxRunner, EndsTheContestantsOfABoxThatWasKilled) {
    auto runner = make_runner({"namespaces"});
    for (const Containment::Mechanism& m : runner->containment().mechanisms) {
        if (m.id == "processes-cgroup" && !m.active) GTEST_SKIP() << "this machine grants no control groups";
    }
    pid_t contestant = 0;
    std::thread killer([&] {
        const pid_t box = first_child_of(::getpid());
        while ((contestant = first_child_of(box)) == 0) std::this_thread::sleep_for(1ms);
        ::kill(box, SIGKILL);
    });
    const Result<RunOutcome> outcome = runner->run(shell("sleep 1000"));
    killer.join();
    ASSERT_FALSE(outcome.ok());
    EXPECT_EQ(outcome.error().message, "cannot run '/bin/sh': the box died");
    runner.reset();
    for (int tries = 0; runs(contestant) && tries < 5000; ++tries) std::this_thread::sleep_for(1ms);
    EXPECT_FALSE(runs(contestant));
}

PairRequest pair_of(const std::string& contestant, const std::string& interactor) {
    PairRequest request;
    request.contestant = shell(contestant);
    request.interactor = shell(interactor);
    return request;
}

TEST(RunPair, PassesLinesBothWaysAndKeepsTheRecord) {
    auto runner = make_runner();
    const Result<PairOutcome> outcome =
        runner->run_pair(pair_of("read x; echo $((x * 2))", "echo 21; read y; test $y = 42 && exit 5"));
    ASSERT_TRUE(outcome.ok()) << to_text(outcome.error());
    EXPECT_EQ(outcome->contestant.ending, Ending(Exited{0}));
    EXPECT_EQ(outcome->interactor.ending, Ending(Exited{5}));
    ASSERT_EQ(outcome->transcript.size(), 2U);
    EXPECT_FALSE(outcome->transcript[0].from_contestant);
    EXPECT_EQ(outcome->transcript[0].text, "21\n");
    EXPECT_EQ(outcome->transcript[1].text, "42\n");
}

TEST(RunPair, NeverHitsOneSideWithTheOthersDeath) {
    auto runner = make_runner();
    const Result<PairOutcome> outcome = runner->run_pair(
        pair_of("sleep 0.2; i=0; while [ $i -lt 2000 ]; do echo $i || exit 9; i=$((i+1)); done; cat", "exit 3"));
    ASSERT_TRUE(outcome.ok()) << to_text(outcome.error());
    EXPECT_EQ(outcome->contestant.ending, Ending(Exited{0}));
    EXPECT_EQ(outcome->interactor.ending, Ending(Exited{3}));
    EXPECT_EQ(outcome->interactor.finish_rank, 0);
}

TEST(RunPair, SeesThatBothWait) {
    auto runner = make_runner();
    const Result<PairOutcome> outcome = runner->run_pair(pair_of("read x; echo $x", "read y; echo $y"));
    ASSERT_TRUE(outcome.ok()) << to_text(outcome.error());
    EXPECT_TRUE(outcome->both_waiting);
    EXPECT_EQ(outcome->contestant.ending, Ending(Stopped{LimitKind::wall_time}));
}

TEST(RunPair, BoundsAFlood) {
    auto runner = make_runner();
    const Result<PairOutcome> outcome = runner->run_pair(pair_of("exec yes", "cat >/dev/null"));
    ASSERT_TRUE(outcome.ok()) << to_text(outcome.error());
    EXPECT_EQ(outcome->contestant.ending, Ending(Stopped{LimitKind::output}));
    EXPECT_EQ(outcome->interactor.ending, Ending(Exited{0}));
}

TEST(OutputFile, KeepsRoomAndCountsWhatIsThere) {
    Result<OutputFile> file = OutputFile::make();
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(*file->size(), Bytes{0});
    ASSERT_TRUE(write_all(file->fd(), "hello").ok());
    EXPECT_EQ(*file->size(), Bytes{5});
    EXPECT_EQ(*file->head(Bytes{3}), "hel");
    ASSERT_TRUE(file->reset().ok());
    EXPECT_EQ(*file->size(), Bytes{0});
    ASSERT_TRUE(write_all(file->fd(), "again").ok());
    EXPECT_EQ(*file->head(Bytes{9}), "again");
}

}  // namespace
}  // namespace judge
