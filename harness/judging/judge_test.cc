#include "judging/judge.h"

#include <gtest/gtest.h>

#include <future>
#include <set>

#include "testing/court.h"

namespace judge {
namespace {

TEST_F(Judging, AcceptsWhatIsRight) {
    for (int i = 1; i <= 5; ++i)
        add_case("secret/" + std::to_string(i), std::to_string(i) + "\n", std::to_string(i) + "\n");
    add_submission("a.cpp", echo);
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::accepted);
    EXPECT_TRUE(report->as_expected);
    EXPECT_EQ(report->cases_passed, 5);
    EXPECT_EQ(report->cases_total, 5);
    EXPECT_EQ(report->slowest_cpu, milliseconds(3));
    EXPECT_EQ(report->peak_memory, mib(1));
    EXPECT_EQ(recorder_.finished_cases(),
              (std::vector<std::string>{"secret/1", "secret/2", "secret/3", "secret/4", "secret/5"}));
    ASSERT_EQ(report->cases[0].readings.size(), 1U);
    EXPECT_TRUE(report->cases[0].readings[0].counted);
    EXPECT_EQ(report->cases[0].input_digest.size(), 32U);
}

TEST_F(Judging, StopsAtTheFirstFailureInCaseOrder) {
    for (int i = 1; i <= 6; ++i)
        add_case("secret/" + std::to_string(i), std::to_string(i) + "\n", i == 3 ? "no\n" : std::to_string(i) + "\n");
    add_submission("a.cpp", echo);
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::wrong_answer);
    EXPECT_FALSE(report->as_expected);
    ASSERT_EQ(report->cases.size(), 3U);
    EXPECT_EQ(report->cases[2].case_name, "secret/3");
    EXPECT_EQ(report->cases[2].input_head, "3\n");
    EXPECT_EQ(report->cases[2].answer_head, "no\n");
    EXPECT_EQ(report->cases[2].output_head, "3\n");
    ASSERT_TRUE(report->cases[2].difference);
    EXPECT_EQ(report->cases[2].difference->expected, "no");
    EXPECT_EQ(report->cases[2].difference->got, "3");
}

TEST_F(Judging, GoesOnWithAll) {
    for (int i = 1; i <= 4; ++i) add_case("secret/" + std::to_string(i), "x\n", i == 2 ? "y\n" : "x\n");
    add_submission("a.cpp", echo);
    options_.run_all = true;
    EXPECT_EQ(judge_one()->cases.size(), 4U);
}

TEST_F(Judging, AnExpectedFailureIsAsExpected) {
    add_case("secret/1", "1\n", "2\n");
    add_submission("a.cpp", echo);
    submissions_[0].expected = {"wrong_answer", {Verdict::accepted, Verdict::wrong_answer}, {Verdict::wrong_answer}};
    EXPECT_TRUE(judge_one()->as_expected);
}

TEST_F(Judging, ACompileErrorIsAVerdict) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", echo);
    broken_ = "a.cpp";
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::compile_error);
    EXPECT_EQ(report->reason, "expected ';'");
    EXPECT_FALSE(report->as_expected);
    EXPECT_TRUE(report->cases.empty());
}

TEST_F(Judging, AnAbsentCompilerIsNotAVerdictOnTheContestant) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.kt", echo);
    add_submission("b.cpp", echo);
    absent_ = "a.kt";
    const auto reports = judge_all().value();
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_EQ(reports[0]->verdict, Verdict::not_judged);
    EXPECT_EQ(reports[0]->findings.at(0).code, "tool-missing");
    EXPECT_EQ(reports[0]->findings.at(0).remedy, "apt-get install kotlin");
    EXPECT_EQ(reports[1]->verdict, Verdict::accepted);
}

TEST_F(Judging, NothingJudgedIsNeverSuccess) {
    EXPECT_EQ(judge_all().error().code, ErrorCode::usage);
    add_submission("a.cpp", echo);
    EXPECT_EQ(judge_all().error().message, "cannot judge 'sum': it has 0 tests");
    add_case("secret/1", "1\n", "1\n");
    options_.case_glob = "sample/*";
    EXPECT_EQ(judge_all().error().message, "cannot judge 'sum': 0 tests match 'sample/*'");
}

TEST_F(Judging, AMissingAnswerIsNotAccepted) {
    add_case("secret/1", "1\n", std::nullopt);
    add_submission("a.cpp", echo);
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::not_judged);
    EXPECT_FALSE(report->as_expected);
    EXPECT_EQ(report->cases.at(0).reason, "no answer");
}

TEST_F(Judging, AnUnreadableInputIsTheJurysFault) {
    add_case("secret/1", "1\n", "1\n");
    add_case("secret/2", "2\n", "2\n");
    add_submission("a.cpp", echo);
    ASSERT_TRUE(remove_tree(problem_.cases[1].input.path).ok());
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::judge_error);
    EXPECT_NE(report->cases.at(1).message.find("secret/2.in"), std::string::npos);
}

TEST_F(Judging, AnUnknownComparisonBreaksTheProblemNotTheContestant) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", echo);
    problem_.checker.compare = "tokenz";
    problem_.checker.where = "problem.json:3";
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::judge_error);
    EXPECT_EQ(report->findings.at(0).code, "unknown-comparison");
    EXPECT_NE(report->findings.at(0).text.find("problem.json:3"), std::string::npos);
}

TEST_F(Judging, ATimeNearTheLimitIsMeasuredThreeTimesMoreAlone) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", takes(milliseconds(900)));
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::accepted);
    const std::vector<Reading>& readings = report->cases.at(0).readings;
    ASSERT_EQ(readings.size(), 4U);
    EXPECT_FALSE(readings[0].exclusive);
    EXPECT_FALSE(readings[0].counted);
    EXPECT_TRUE(readings[1].exclusive);
    EXPECT_TRUE(readings[1].counted);
    ASSERT_EQ(report->cases[0].findings.size(), 1U);
    EXPECT_EQ(report->cases[0].findings[0].code, "near-time-limit");
}

TEST_F(Judging, ADisturbedTimeLimitIsGivenOnlyAfterQuietRepeats) {
    add_case("secret/1", "1\n", "1\n");
    workers_ = 1;
    // 1.2 s while something else had the processor, 0.8 s alone.
    add_submission("a.cpp", [](const FakeRun& run) {
        FakeResult result = echo(run);
        result.cpu = run.count == 0 ? milliseconds(1200) : milliseconds(800 + 5 * run.count);
        result.run_queue_wait = run.count == 0 ? milliseconds(900) : milliseconds(0);
        return result;
    });
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::accepted);
    EXPECT_EQ(report->cases.at(0).usage.cpu(), milliseconds(805));
    EXPECT_TRUE(report->cases[0].readings[0].disturbed);
}

TEST_F(Judging, ATimeLimitNearTheLineStandsIfEveryRepeatIsOver) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", takes(milliseconds(1100)));
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::time_limit_exceeded);
    EXPECT_GE(report->cases.at(0).usage.cpu(), seconds(1));
}

TEST_F(Judging, TheKillIsFinal) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", [](const FakeRun& run) {
        FakeResult result = echo(run);
        result.cpu = *run.request->limits.cpu_time;
        result.ending = Stopped{LimitKind::cpu_time};
        return result;
    });
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::time_limit_exceeded);
    EXPECT_EQ(report->cases.at(0).readings.size(), 1U);
    EXPECT_EQ(report->cases[0].usage.cpu(), milliseconds(1350));
}

TEST_F(Judging, ACrashHasBojsReason) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", [](const FakeRun&) {
        FakeResult result;
        result.ending = Signalled{11};
        return result;
    });
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::run_time_error);
    EXPECT_EQ(report->reason, "Segfault");
}

TEST_F(Judging, ReportsComeInTheOrderOfTheTasks) {
    for (int i = 1; i <= 20; ++i) add_case("secret/" + std::to_string(i), "1\n", "1\n");
    for (int i = 0; i < 5; ++i) add_submission("s" + std::to_string(i) + ".cpp", echo);
    const auto reports = judge_all().value();
    ASSERT_EQ(reports.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(reports[i]->submission_id, "s" + std::to_string(i) + ".cpp");
}

TEST_F(Judging, AWishToStopLeavesAPartialReport) {
    for (int i = 1; i <= 50; ++i)
        add_case("secret/" + std::to_string(i), std::to_string(i) + "\n", std::to_string(i) + "\n");
    workers_ = 1;
    add_submission("a.cpp", [this](const FakeRun& run) {
        if (run.count == 2) cancel_.request();
        return echo(run);
    });
    add_submission("b.cpp", echo);
    const auto reports = judge_all().value();
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_TRUE(reports[0]->interrupted);
    EXPECT_FALSE(reports[0]->as_expected);
    EXPECT_EQ(reports[0]->cases.size(), 3U);
    EXPECT_FALSE(reports[1]->as_expected);
}

TEST_F(Judging, ABrokenBoxEndsTheRunWithItsError) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", echo);
    for (FakeRunner& runner : runners_) runner.programs.clear();
    EXPECT_EQ(judge_all().error().code, ErrorCode::tool_missing);
}

TEST_F(Judging, PointsAddUpOverGroups) {
    add_case("sample/1", "1\n", "1\n");
    add_case("secret/1", "1\n", "1\n");
    add_case("secret/2", "2\n", "3\n");
    problem_.scoring = true;
    problem_.groups[0].points = 30;
    problem_.groups[1].points = 70;
    add_submission("a.cpp", echo);
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::partially_accepted);
    EXPECT_EQ(report->points, 30);
    EXPECT_EQ(report->max_points, 100);
    ASSERT_EQ(report->groups.size(), 2U);
    EXPECT_EQ(report->groups[1].verdict, Verdict::wrong_answer);
}

TEST_F(Judging, AGroupRunsThoughWhatItDependsOnIsStillRunning) {
    add_case("sample/1", "1\n", "1\n");
    add_case("secret/1", "2\n", "2\n");
    problem_.scoring = true;
    problem_.groups[0].points = 30;
    problem_.groups[1].points = 70;
    problem_.groups[1].depends_on = {"sample"};
    std::promise<void> second;
    add_submission("a.cpp", [&](const FakeRun& run) {
        if (run.input == "2\n")
            second.set_value();
        else
            second.get_future().wait_for(seconds(10));
        return echo(run);
    });
    const auto report = judge_one();
    EXPECT_EQ(report->verdict, Verdict::accepted);
    EXPECT_EQ(report->points, 100);
}

TEST_F(Judging, AFaultOfTheDataNamesItsCase) {
    add_case("secret/1",
             "\xFF\xFE"
             "1",
             "1\n");
    add_submission("a.cpp", echo);
    const auto report = judge_one();
    ASSERT_EQ(report->cases.size(), 1U);
    EXPECT_EQ(report->cases[0].verdict, Verdict::judge_error);
    EXPECT_EQ(report->cases[0].case_name, "secret/1");
    EXPECT_EQ(report->cases[0].group, "secret");
    EXPECT_NE(report->cases[0].message.find("UTF-16"), std::string::npos);
}

TEST_F(Judging, AnUnchangedSubmissionNeedNotRunAgain) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", echo);
    options_.harness_build = "build";
    workers_ = 1;
    const auto first = judge_one();
    ASSERT_FALSE(first->reuse_key.empty());
    EXPECT_FALSE(first->reused);
    earlier_[first->reuse_key] = *first;
    const std::size_t runs = runners_[0].requests.size();
    const auto second = judge_one();
    EXPECT_TRUE(second->reused);
    EXPECT_TRUE(second->as_expected);
    EXPECT_EQ(second->verdict, Verdict::accepted);
    EXPECT_EQ(runners_[0].requests.size(), runs) << "nothing ran";
}

TEST_F(Judging, AJudgementOfATwinSaysNothingOfTheTwin) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", echo);
    options_.harness_build = "build";
    const auto first = judge_one();
    Report twin = *first;
    twin.submission_id = "wrong_answer/b.cpp";
    twin.source_files = {"solutions/p/wrong_answer/b.cpp"};
    twin.source_digest = "of b";
    twin.build.from_cache = true;
    twin.expected.permitted = twin.expected.required = {Verdict::wrong_answer};
    earlier_[first->reuse_key] = twin;
    const auto second = judge_one();
    EXPECT_TRUE(second->reused);
    EXPECT_TRUE(second->as_expected);
    EXPECT_EQ(second->submission_id, first->submission_id);
    EXPECT_EQ(second->source_files, first->source_files);
    EXPECT_EQ(second->source_digest, first->source_digest);
    EXPECT_EQ(second->build, first->build);
    EXPECT_EQ(second->cases, first->cases);
}

TEST_F(Judging, WhateverTheJudgementRestsOnChangesTheKey) {
    add_case("secret/1", "1\n", "1\n");
    add_submission("a.cpp", echo);
    options_.harness_build = "build";
    std::set<std::string> keys = {judge_one()->reuse_key};
    options_.harness_build = "other build";
    keys.insert(judge_one()->reuse_key);
    problem_.limits.memory = mib(128);
    keys.insert(judge_one()->reuse_key);
    problem_.checker.compare = "exact";
    keys.insert(judge_one()->reuse_key);
    options_.machine.fingerprint = "elsewhere";
    keys.insert(judge_one()->reuse_key);
    ASSERT_TRUE(write_file_atomically(problem_.cases[0].input.path, "1 \n").ok());
    ASSERT_TRUE(write_file_atomically(problem_.cases[0].answer->path, "1 \n").ok());
    keys.insert(judge_one()->reuse_key);
    options_.run_all = true;
    keys.insert(judge_one()->reuse_key);
    EXPECT_EQ(keys.size(), 7U);
    EXPECT_FALSE(keys.contains(""));
}

TEST_F(Judging, ADoubtfulJudgementIsNeverUsedAgain) {
    add_case("secret/1", "1\n", "1\n");
    options_.harness_build = "build";
    add_submission("near.cpp", takes(milliseconds(900)));
    add_submission("disturbed.cpp", [](const FakeRun& run) {
        FakeResult result = echo(run);
        result.cpu = milliseconds(100);
        result.run_queue_wait = milliseconds(90);
        return result;
    });
    const auto reports = judge_all().value();
    EXPECT_EQ(reports[0]->reuse_key, "");
    EXPECT_EQ(reports[1]->reuse_key, "");
}

}  // namespace
}  // namespace judge
