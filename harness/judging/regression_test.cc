#include "judging/regression.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace judge {
namespace {

using std::chrono::microseconds;
using testing::ElementsAre;
using testing::IsEmpty;

Judgement judgement(const std::string& name, Nanos cpu, Verdict verdict = Verdict::accepted) {
    Judgement made;
    made.case_name = name;
    made.verdict = verdict;
    made.input_digest = "in-" + name;
    made.usage.cpu_user = cpu;
    made.usage.peak_memory = mib(10);
    made.usage.meter = {"rusage", "VmHWM", false, false, ""};
    Reading reading;
    reading.usage = made.usage;
    reading.counted = true;
    made.readings = {reading};
    return made;
}

Report report(std::vector<Judgement> cases) {
    Report made;
    made.machine.fingerprint = "m1";
    made.verdict = Verdict::accepted;
    made.as_expected = true;
    for (const Judgement& one : cases)
        if (one.verdict != Verdict::accepted) made.verdict = one.verdict, made.as_expected = false;
    made.cases = std::move(cases);
    return made;
}

RegressionOutcome between(const Report& before, const Report& now, const std::vector<Report>& before_repeats = {},
                          const std::vector<Report>& now_repeats = {}) {
    return regressions_between({&before, &now, before_repeats, now_repeats});
}

std::vector<std::string> words(const RegressionOutcome& outcome) {
    std::vector<std::string> all;
    for (const Regression& regression : outcome.regressions)
        all.push_back(std::string(id_of(regression.kind)) + " [" + regression.case_name + "] " + regression.text);
    return all;
}

std::vector<std::string> codes(const RegressionOutcome& outcome) {
    std::vector<std::string> all;
    for (const Finding& finding : outcome.findings) all.push_back(finding.code);
    return all;
}

// The sum of one case at 98, 100 and 102 ms: its logarithms spread by 0.0200.
std::vector<Report> repeats(const std::string& name = "1") {
    return {report({judgement(name, microseconds(98'000))}), report({judgement(name, microseconds(102'000))})};
}

TEST(UpperBound, IsStudentsIntervalForOneMoreReading) {
    const std::vector<double> readings = {1 / std::exp(0.1), 1, std::exp(0.1)};  // mean 0 and deviation 0.1 of the logs
    // qt(0.995, 2) = 9.924843; times 0.1 * sqrt(1 + 1/3).
    EXPECT_NEAR(std::log(upper_bound_of_next(readings, 0.005)), 9.924843 * 0.1 * std::sqrt(4.0 / 3), 1e-6);
    EXPECT_EQ(upper_bound_of_next(std::vector<double>{1, 1}, 0.005), std::numeric_limits<double>::infinity());
}

TEST(Regression, FindsNothingInTheSameThing) {
    const Report same = report({judgement("1", microseconds(100'000))});
    const RegressionOutcome outcome = between(same, same, repeats());
    EXPECT_THAT(words(outcome), IsEmpty());
    EXPECT_THAT(codes(outcome), IsEmpty());
}

TEST(Regression, TellsAWorseVerdictAndTheCaseThatFails) {
    const Report before = report({judgement("1", microseconds(10)), judgement("2", microseconds(10))});
    Report now = before;
    now.cases[1].verdict = now.verdict = Verdict::run_time_error;
    now.cases[1].reason = "Segfault";
    now.as_expected = false;
    EXPECT_THAT(words(between(before, now)), ElementsAre("verdict [] AC before, as expected; RTE now",
                                                         "failing_case [2] AC before, RTE (Segfault) now"));
}

TEST(Regression, LetsAnotherPermittedVerdictPass) {
    Report before = report({judgement("1", microseconds(10))});
    Report now = report({judgement("1", microseconds(10), Verdict::wrong_answer)});
    before.expected = now.expected = {"rejected", {Verdict::accepted, Verdict::wrong_answer}, {}};
    now.as_expected = true;
    EXPECT_THAT(words(between(before, now)), IsEmpty());
}

TEST(Regression, CallsTimeSlowerOnlyBeyondItsInterval) {
    // The logs of 98, 100, 102 ms: mean log 99.98 ms and deviation 0.020003, so one more run ends at
    // 99.9867 * exp(9.924843 * 0.020003 * sqrt(4/3)) = 125.7 ms.
    const Report before = report({judgement("1", microseconds(100'000))});
    EXPECT_THAT(words(between(before, report({judgement("1", microseconds(125'000))}), repeats())), IsEmpty());
    EXPECT_THAT(words(between(before, report({judgement("1", microseconds(127'000))}), repeats())),
                ElementsAre("time [] 100 ms before, 127 ms now (1.27 times as long); one more run as before would take "
                            "at most 126 ms",
                            "time [1] 100 ms before, 127 ms now (1.27 times as long); one more run as before would "
                            "take at most 126 ms"));
}

TEST(Regression, LetsAMillisecondOrAHundredthPass) {
    const Report quick = report({judgement("1", microseconds(1'000))});
    EXPECT_THAT(words(between(quick, report({judgement("1", microseconds(2'000))}), {quick, quick})), IsEmpty());
    const Report slow = report({judgement("1", microseconds(1'000'000))});
    EXPECT_THAT(words(between(slow, report({judgement("1", microseconds(1'010'000))}), {slow, slow})), IsEmpty());
    EXPECT_EQ(words(between(slow, report({judgement("1", microseconds(1'011'000))}), {slow, slow})).size(), 2u);
}

TEST(Regression, TakesTheFastestOfTheRunsNow) {
    const Report before = report({judgement("1", microseconds(100'000))});
    const Report now = report({judgement("1", microseconds(150'000))});
    EXPECT_THAT(words(between(before, now, repeats(), {report({judgement("1", microseconds(101'000))})})), IsEmpty());
}

TEST(Regression, SaysThatTwoRunsAreTooFew) {
    const Report before = report({judgement("1", microseconds(100'000))});
    const Report now = report({judgement("1", microseconds(900'000))});
    const RegressionOutcome outcome = between(before, now, {before});
    EXPECT_THAT(words(outcome), IsEmpty());
    EXPECT_THAT(codes(outcome), ElementsAre("few-runs"));
}

TEST(Regression, TakesNoDisturbedReadingIntoACasesInterval) {
    Report disturbed = report({judgement("1", microseconds(300'000)), judgement("2", microseconds(1'000'000))});
    disturbed.cases[0].readings[0].disturbed = true;
    const Report before = report({judgement("1", microseconds(10'000)), judgement("2", microseconds(1'000'000))});
    const Report now = report({judgement("1", microseconds(200'000)), judgement("2", microseconds(1'000'000))});
    const std::vector<Report> all = {before, before, disturbed};
    EXPECT_THAT(words(between(before, now, all)),
                ElementsAre("time [1] 10 ms before, 200 ms now (20.00 times as long); one more run as before would "
                            "take at most 10 ms"));
}

TEST(Regression, CountsInstructionsBeyondOnePerCent) {
    Report before = report({judgement("1", microseconds(10))});
    Report now = before;
    before.cases[0].usage.instructions = 1'000'000;
    now.cases[0].usage.instructions = 1'010'000;
    EXPECT_THAT(words(between(before, now, {before, before})), IsEmpty());
    now.cases[0].usage.instructions = 1'010'001;
    EXPECT_THAT(words(between(before, now, {before, before})),
                ElementsAre("instructions [1] 1000000 instructions before, 1010001 now (+1.0 %)"));
}

TEST(Regression, CountsMemoryBeyondFivePerCentAndTheKernelsGrain) {
    const Report before = report({judgement("1", microseconds(10))});
    Report now = before;
    now.cases[0].usage.peak_memory = Bytes{mib(10).count * 105 / 100};
    EXPECT_THAT(words(between(before, now, {before, before})), IsEmpty());
    now.cases[0].usage.peak_memory = mib(11);
    EXPECT_THAT(words(between(before, now, {before, before})), ElementsAre("memory [1] 10 MB before, 11 MB now"));

    Report small = before;
    small.cases[0].usage.peak_memory = kib(1000);
    now.cases[0].usage.peak_memory = kib(1256);
    EXPECT_THAT(words(between(small, now, {small, small})), IsEmpty());
}

TEST(Regression, NeverComparesFiguresOfTwoMachines) {
    const Report before = report({judgement("1", microseconds(100'000))});
    Report now = report({judgement("1", microseconds(900'000))});
    now.machine.fingerprint = "m2";
    const RegressionOutcome outcome = between(before, now, {before, before});
    EXPECT_THAT(words(outcome), IsEmpty());
    EXPECT_THAT(codes(outcome), ElementsAre("other-machine"));
}

TEST(Regression, NeverComparesFiguresOfTwoMeters) {
    Report before = report({judgement("1", microseconds(100'000))});
    before.cases[0].usage.instructions = 1'000;
    before.cases[0].usage.meter.instructions = "valgrind";
    Report now = report({judgement("1", microseconds(900'000))});
    now.cases[0].usage.peak_memory = mib(100);
    now.cases[0].usage.instructions = 9'000;
    now.cases[0].usage.meter = {"control group", "cgroup v2 memory.peak", true, false, "hardware counter"};
    const RegressionOutcome outcome = between(before, now, {before, before});
    EXPECT_THAT(words(outcome), IsEmpty());
    EXPECT_THAT(codes(outcome), ElementsAre("other-meter", "other-meter", "other-meter"));
}

TEST(Regression, NeverComparesFiguresOfTwoInputs) {
    const Report before = report({judgement("1", microseconds(100'000))});
    Report now = report({judgement("1", microseconds(900'000))});
    now.cases[0].input_digest = "another";
    const RegressionOutcome outcome = between(before, now, {before, before});
    EXPECT_THAT(words(outcome), IsEmpty());
    EXPECT_THAT(codes(outcome), ElementsAre("other-input"));
}

}  // namespace
}  // namespace judge
