#include "checker/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "checker/played_runner.h"

namespace judge {
namespace {

using testing::HasSubstr;

const ProtocolRow& checker_row(std::string_view id) {
    static const Protocols rows = built_in_protocols().value();
    return *find_protocol(rows.checkers, id).value();
}

/// Accepts a permutation of the answer's bytes, written for BOJ's order of arguments: input, answer, output.
Result<RunOutcome> boj_style(const RunRequest& request) {
    const std::string answer = read_file(request.argv.at(2)).value();
    std::string output = read_file(request.argv.at(3)).value();
    return exited_with(std::is_permutation(output.begin(), output.end(), answer.begin(), answer.end()) ? 0 : 1);
}

/// Looks at the file in BOJ's place of the output only, as a special judge with many solutions does.
Result<RunOutcome> boj_style_without_answer(const RunRequest& request) {
    return exited_with(read_file(request.argv.at(3)).value().empty() ? 1 : 0);
}

struct Case {
    TempDir folder = TempDir::make("probe-test-").value();
    CheckFiles files;
    Executable checker;

    explicit Case(const std::string& answer = "1 2\n") {
        files.input_path = folder / "in";
        files.answer_path = folder / "ans";
        EXPECT_TRUE(write_file_atomically(files.input_path, "3\n").ok());
        EXPECT_TRUE(write_file_atomically(files.answer_path, answer).ok());
        checker.argv = {"/checker"};
    }
    std::optional<Finding> probe(std::string_view protocol, PlayedRunner::Play play) {
        PlayedRunner runner(std::move(play));
        return probe_checker(checker_row(protocol), checker, files, "sample/1", {}, runner).value();
    }
};

TEST(Probe, PassesAGoodChecker) {
    Case test;
    EXPECT_EQ(test.probe("boj", boj_style), std::nullopt);
    EXPECT_EQ(test.probe("boj", boj_style_without_answer), std::nullopt);
}

TEST(Pains, P80BojCheckerUnderTestlibsOrderIsCaught) {
    Case test;
    const std::optional<Finding> finding = test.probe("testlib", boj_style_without_answer);
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->severity, Severity::error);
    EXPECT_EQ(finding->code, "checker-broken");
    EXPECT_EQ(finding->text, "the checker accepts an empty output to case 'sample/1', whose answer is not empty");
    EXPECT_THAT(finding->remedy, HasSubstr("checker {input} {output} {answer}"));
}

TEST(Probe, RefusingTheJurysAnswerIsSaidInTheCheckersWords) {
    Case test;
    const std::optional<Finding> finding = test.probe("boj", [](const RunRequest&) -> Result<RunOutcome> {
        RunOutcome run = exited_with(1);
        run.stderr_head = "row 1 is short\n";
        return run;
    });
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->text, "the checker does not accept the jury's own answer of case 'sample/1': row 1 is short");
}

TEST(Probe, FailingOnAnEmptyOutputIsAFault) {
    Case test;
    const std::optional<Finding> finding = test.probe("testlib", [](const RunRequest& request) -> Result<RunOutcome> {
        return exited_with(read_file(request.argv.at(2)).value().empty() ? 3 : 0);
    });
    ASSERT_TRUE(finding);
    EXPECT_THAT(finding->text, HasSubstr("the checker fails on an empty output to case 'sample/1'"));
}

TEST(Probe, EmptyAnswerMayAcceptEmptyOutput) {
    Case test(" \n");
    EXPECT_EQ(test.probe("oj", [](const RunRequest&) -> Result<RunOutcome> { return exited_with(0); }), std::nullopt);
}

TEST(Probe, BrokenBoxIsNotTheProblemsFault) {
    Case test;
    PlayedRunner runner([](const RunRequest&) -> Result<RunOutcome> {
        return Error{ErrorCode::sandbox, "the box broke", ""};
    });
    EXPECT_FALSE(probe_checker(checker_row("boj"), test.checker, test.files, "1", {}, runner).ok());
}

TEST(Probe, ComparerMustAcceptTheAnswer) {
    Case good("5\n"), bad("five\n");
    const Comparer icmp = make_comparer("icmp", {}).value();
    EXPECT_EQ(probe_comparer(icmp, good.files.answer_path, "1").value(), std::nullopt);
    const std::optional<Finding> finding = probe_comparer(icmp, bad.files.answer_path, "1").value();
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->text,
              "comparer 'icmp' does not accept the answer of case '1' as output: the answer: an integer expected, "
              "found 'five'");
}

TEST(StagedCheck, InteractorGetsItsFilesAndNoOutput) {
    Case test;
    static const Protocols rows = built_in_protocols().value();
    const ProtocolRow& row = *find_protocol(rows.interactors, "testlib").value();
    const StagedCheck staged = StagedCheck::make(row, test.checker, test.files, {}).value();
    const RunRequest& request = staged.request();
    EXPECT_THAT(request.argv,
                testing::ElementsAre("/checker", test.files.input_path, staged.tout_path(), test.files.answer_path));
    EXPECT_EQ(request.stdin_fd, -1);
    RunOutcome run = exited_with(2);
    run.stderr_head = "wrong output format Unexpected end of file";
    const CheckOutcome said = staged.interpret(run).value();
    EXPECT_EQ(said.kind, CheckOutcome::Kind::presentation_error);
    EXPECT_EQ(said.message, "wrong output format Unexpected end of file");
}

TEST(StagedCheck, InteractorsOfEveryConvention) {
    static const Protocols rows = built_in_protocols().value();
    CheckFiles files;
    files.input_path = "/i";
    files.answer_path = "/a";
    files.tout_path = "/t";
    files.feedback_dir = "/f";
    files.submission_id = "9";
    const auto arguments = [&](std::string_view id) {
        return expand_arguments(find_protocol(rows.interactors, id).value()->arguments, files);
    };
    EXPECT_THAT(arguments("kattis"), testing::ElementsAre("/i", "/a", "/f/"));
    EXPECT_THAT(arguments("testlib"), testing::ElementsAre("/i", "/t", "/a"));
    EXPECT_THAT(arguments("boj"), testing::ElementsAre("/i", "/a", "/t", "9"));
    EXPECT_THAT(arguments("dmoj"), testing::ElementsAre("/i", "/a"));
    EXPECT_THAT(arguments("dmoj-testlib"), testing::ElementsAre("/i", "/dev/null", "/a"));
}

}  // namespace
}  // namespace judge
