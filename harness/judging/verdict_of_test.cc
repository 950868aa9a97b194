#include "judging/verdict_of.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Kind = CheckOutcome::Kind;

struct Row {
    const char* what;
    Ending ending;
    Nanos cpu;
    Bytes memory;
    std::optional<Kind> check;
    Verdict verdict;
    const char* reason;
};

Limits limits() {
    Limits limits;
    limits.cpu_time = seconds(1);
    limits.wall_time = seconds(5);
    limits.memory = mib(256);
    return limits;
}

Judged judged(const Row& row) {
    RunOutcome run;
    run.ending = row.ending;
    run.usage.cpu_user = row.cpu;
    run.usage.peak_memory = row.memory;
    std::optional<CheckOutcome> check;
    if (row.check) {
        check.emplace();
        check->kind = *row.check;
    }
    return verdict_of(run, limits(), check, "Segfault");
}

const Row kRows[] = {
    {"right", Exited{0}, milliseconds(3), mib(2), Kind::accepted, Verdict::accepted, ""},
    {"wrong", Exited{0}, milliseconds(3), mib(2), Kind::wrong_answer, Verdict::wrong_answer, ""},
    {"blanks", Exited{0}, milliseconds(3), mib(2), Kind::presentation_error, Verdict::presentation_error, ""},
    {"partial", Exited{0}, milliseconds(3), mib(2), Kind::partial, Verdict::partially_accepted, ""},
    {"broken checker", Exited{0}, milliseconds(3), mib(2), Kind::judge_fault, Verdict::judge_error, "checker"},
    {"no answer", Exited{0}, milliseconds(3), mib(2), std::nullopt, Verdict::not_judged, "no answer"},
    {"exit status 1", Exited{1}, milliseconds(3), mib(2), Kind::accepted, Verdict::run_time_error, "Segfault"},
    {"exit status 139 by choice", Exited{139}, milliseconds(3), mib(2), std::nullopt, Verdict::run_time_error,
     "Segfault"},
    {"signal", Signalled{11}, milliseconds(3), mib(2), std::nullopt, Verdict::run_time_error, "Segfault"},
    {"killed at the CPU limit", Stopped{LimitKind::cpu_time}, milliseconds(1350), mib(2), std::nullopt,
     Verdict::time_limit_exceeded, ""},
    {"over the limit, ended by itself", Exited{0}, milliseconds(1001), mib(2), Kind::accepted,
     Verdict::time_limit_exceeded, ""},
    {"exactly the limit", Exited{0}, seconds(1), mib(2), Kind::accepted, Verdict::time_limit_exceeded, ""},
    {"just below the limit", Exited{0}, seconds(1) - Nanos(1), mib(2), Kind::accepted, Verdict::accepted, ""},
    {"over the limit and crashed", Signalled{11}, milliseconds(1001), mib(2), std::nullopt,
     Verdict::time_limit_exceeded, ""},
    {"sleeper", Stopped{LimitKind::wall_time}, milliseconds(1), mib(2), std::nullopt, Verdict::time_limit_exceeded,
     "wall"},
    {"at the wall limit with too much CPU", Stopped{LimitKind::wall_time}, milliseconds(1100), mib(2), std::nullopt,
     Verdict::time_limit_exceeded, ""},
    {"stopped for memory", Stopped{LimitKind::memory}, milliseconds(3), mib(100), std::nullopt,
     Verdict::memory_limit_exceeded, ""},
    {"memory over the limit, answer right", Exited{0}, milliseconds(3), mib(257), Kind::accepted,
     Verdict::memory_limit_exceeded, ""},
    {"memory beats a signal", Signalled{6}, milliseconds(3), mib(257), std::nullopt, Verdict::memory_limit_exceeded,
     ""},
    {"memory beats time", Stopped{LimitKind::cpu_time}, milliseconds(1350), mib(257), std::nullopt,
     Verdict::memory_limit_exceeded, ""},
    {"output flood", Stopped{LimitKind::output}, milliseconds(3), mib(2), std::nullopt, Verdict::output_limit_exceeded,
     ""},
    {"output flood that took long", Stopped{LimitKind::output}, milliseconds(1100), mib(2), std::nullopt,
     Verdict::output_limit_exceeded, ""},
    {"file flood", Stopped{LimitKind::file_size}, milliseconds(3), mib(2), std::nullopt, Verdict::output_limit_exceeded,
     "file"},
    {"fork bomb", Stopped{LimitKind::processes}, milliseconds(3), mib(2), std::nullopt, Verdict::run_time_error,
     "processes"},
};

TEST(VerdictOf, EveryRow) {
    for (const Row& row : kRows) {
        EXPECT_EQ(judged(row).verdict, row.verdict) << row.what;
        EXPECT_EQ(judged(row).reason, row.reason) << row.what;
    }
}

TEST(VerdictOf, AnUpperBoundOfMemoryIsNoProof) {
    RunOutcome run;
    run.ending = Exited{0};
    run.usage.peak_memory = mib(300);
    run.usage.meter.memory_upper_bound = true;
    CheckOutcome check;
    check.kind = Kind::accepted;
    EXPECT_EQ(verdict_of(run, limits(), check, "").verdict, Verdict::accepted);
}

TEST(VerdictOf, KeepsTheCheckersWords) {
    RunOutcome run;
    CheckOutcome check;
    check.kind = Kind::wrong_answer;
    check.message = "row 3 has two 5s";
    EXPECT_EQ(verdict_of(run, limits(), check, "").message, "row 3 has two 5s");
}

TEST(VerdictOf, DoesNotCallAStarvedProgramIdle) {
    RunOutcome run;
    run.ending = Stopped{LimitKind::wall_time};
    run.usage.wall = seconds(15);
    run.usage.cpu_user = milliseconds(300);
    EXPECT_NE(verdict_of(run, limits(), std::nullopt, "").message.find("idle"), std::string::npos);
    run.usage.run_queue_wait = seconds(10);
    EXPECT_EQ(verdict_of(run, limits(), std::nullopt, "").message,
              "stopped after 15.0 s of wall time, 10.0 s of which it waited for a processor: the machine is too busy");
}

TEST(NeedsCheck, OnlyForAQuietEndInsideTheLimits) {
    for (const Row& row : kRows) {
        RunOutcome run;
        run.ending = row.ending;
        run.usage.cpu_user = row.cpu;
        run.usage.peak_memory = row.memory;
        const bool quiet = row.ending == Ending(Exited{0}) && row.cpu < seconds(1) && row.memory <= mib(256);
        EXPECT_EQ(needs_check(run, limits()), quiet) << row.what;
    }
}

}  // namespace
}  // namespace judge
