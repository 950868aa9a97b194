#include "checker/check_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "checker/played_runner.h"

namespace judge {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> codes_of(const std::vector<Finding>& findings) {
    std::vector<std::string> codes;
    for (const Finding& finding : findings) {
        codes.push_back(finding.code);
        EXPECT_FALSE(finding.text.empty());
        EXPECT_FALSE(finding.remedy.empty()) << finding.code;
    }
    return codes;
}

struct Data {
    TempDir folder = TempDir::make("check-data-test-").value();
    Problem problem;

    Data() {
        problem.id = "test";
        problem.groups = {Group{}, Group{}};
        problem.groups[0].name = "sample";
        problem.groups[1].name = "secret";
        add("sample/1", "1\n", "1\n");
        add("secret/1", "2\n", "2\n");
    }
    TestCase& add(const std::string& name, const std::string& input, const std::optional<std::string>& answer) {
        TestCase test;
        test.name = name;
        test.group = name.substr(0, name.find('/'));
        test.sample = test.group == "sample";
        test.input.path = put(name + ".in", input);
        if (answer) test.answer = DataFile{put(name + ".ans", *answer)};
        problem.cases.push_back(test);
        return problem.cases.back();
    }
    std::string put(const std::string& name, const std::string& content) {
        const std::string path = folder / name;
        EXPECT_TRUE(write_file_atomically(path, content).ok());
        return path;
    }
};

TEST(CheckStrayFiles, WhatLooksLikeDataAndIsNotUsedIsNamed) {
    Data data;
    data.problem.folder = data.folder.path();
    EXPECT_THAT(check_stray_files(data.problem).value(), IsEmpty());
    for (const char* name : {"sample/8.IN", "sample/.9.in", "secret/deep/7.out", "7.in", "sample/1.desc", "notes.md"})
        data.put(name, "1\n");
    std::vector<std::string> texts;
    for (const Finding& finding : check_stray_files(data.problem).value()) texts.push_back(finding.text);
    EXPECT_THAT(texts, ElementsAre(HasSubstr("'sample/.9.in'"), HasSubstr("'sample/8.IN'"),
                                   HasSubstr("'secret/deep/7.out'"), HasSubstr("'7.in'")));
}

TEST(CheckNames, GoodDataHasNoFindings) {
    Data data;
    EXPECT_THAT(check_case_names(data.problem), IsEmpty());
    EXPECT_THAT(check_case_bytes(data.problem).value(), IsEmpty());
}

TEST(Pains, P25MissingAnswerIsAnError) {
    Data data;
    data.add("secret/2", "3\n", std::nullopt);
    const std::vector<Finding> findings = check_case_names(data.problem);
    EXPECT_THAT(codes_of(findings), ElementsAre("missing-answer"));
    EXPECT_EQ(findings[0].severity, Severity::error);
    EXPECT_EQ(findings[0].text, "case 'secret/2' has no answer to compare with");
}

TEST(Pains, P26NoCasesAreAnError) {
    Data data;
    data.problem.cases.clear();
    const std::vector<Finding> findings = check_case_names(data.problem);
    EXPECT_THAT(codes_of(findings), ElementsAre("no-cases"));
    EXPECT_EQ(findings[0].text, "problem 'test' has 0 cases");
}

TEST(Pains, P28InteractiveProblemsNeedNoAnswer) {
    Data data;
    data.add("secret/2", "3\n", std::nullopt);
    data.problem.mode = Mode::interactive;
    EXPECT_THAT(check_case_names(data.problem), IsEmpty());
}

TEST(CheckNames, CheckersMayNeedNoAnswer) {
    Data data;
    data.add("secret/2", "3\n", std::nullopt);
    data.problem.checker.program = "/checker.cpp";
    EXPECT_THAT(check_case_names(data.problem), IsEmpty());
}

TEST(CheckNames, OddDuplicateAndUnorderedNames) {
    Data data;
    data.add("secret/2", "3\n", "3\n");
    data.add("secret/10", "4\n", "4\n");
    EXPECT_THAT(codes_of(check_case_names(data.problem)), ElementsAre("name-order"));
    EXPECT_EQ(check_case_names(data.problem)[0].text,
              "judges that sort names by bytes run case 'secret/10' before 'secret/2'");
    data.add("secret/a b", "5\n", "5\n");
    data.add("secret/-c", "6\n", "6\n");
    data.problem.cases.push_back(data.problem.cases.front());
    EXPECT_THAT(codes_of(check_case_names(data.problem)),
                ElementsAre("odd-name", "odd-name", "duplicate-name", "name-order"));
}

TEST(CheckNames, EmptyGroupsAndMissingSamples) {
    Data data;
    data.problem.cases.erase(data.problem.cases.begin());
    EXPECT_THAT(codes_of(check_case_names(data.problem)), ElementsAre("no-samples", "empty-group"));
}

TEST(CheckBytes, EachRemark) {
    const auto codes = [](const std::string& input) {
        Data data;
        data.add("secret/2", input, "x\n");
        return codes_of(check_case_bytes(data.problem).value());
    };
    EXPECT_THAT(codes("\xFF\xFE"s + "1\0\n\0"s), ElementsAre("utf16"));
    EXPECT_THAT(codes("\xFE\xFF\0"
                      "1\0\n"s),
                ElementsAre("utf16"));
    EXPECT_THAT(codes("\xEF\xBB\xBF"
                      "7\n"),
                ElementsAre("byte-order-mark"));
    EXPECT_THAT(codes("7\0\n"s), ElementsAre("nul-byte"));
    EXPECT_THAT(codes("\xB0\xA1\n"), ElementsAre("not-utf8"));
    EXPECT_THAT(codes("가나다\n"), IsEmpty());
    EXPECT_THAT(codes("7\r\n"), ElementsAre("crlf"));
    EXPECT_THAT(codes("7\r8\n"), ElementsAre("lone-cr"));
    EXPECT_THAT(codes("7"), ElementsAre("no-final-newline"));
    EXPECT_THAT(codes("7 \n"), ElementsAre("trailing-blanks"));
    EXPECT_THAT(codes(""), ElementsAre("empty-input"));
}

TEST(CheckBytes, CharactersAcrossWindows) {
    Data data;
    std::string text = "a";
    while (text.size() < 200'000) text += "가";
    data.add("secret/2", text + "\n", "1\n");
    EXPECT_THAT(codes_of(check_case_bytes(data.problem).value()), IsEmpty());
}

TEST(CheckBytes, EmptyAnswersAndDuplicates) {
    Data data;
    data.add("secret/2", "2\n", "2\n");
    data.add("secret/3", "1\n", "9\n");
    data.add("secret/4", "4\n", "\n");
    const std::vector<Finding> findings = check_case_bytes(data.problem).value();
    EXPECT_THAT(codes_of(findings), ElementsAre("duplicate-input", "contradiction", "empty-answer"));
    EXPECT_EQ(findings[1].text, "cases 'sample/1' and 'secret/3' have the same input and other answers");
    data.problem.checker.program = "/checker.cpp";
    EXPECT_THAT(codes_of(check_case_bytes(data.problem).value()),
                ElementsAre("duplicate-input", "duplicate-input", "empty-answer"));
}

TEST(CheckBytes, UnreadableFileIsAnError) {
    Data data;
    data.problem.cases[0].input.path = data.folder / "nothing";
    EXPECT_THAT(check_case_bytes(data.problem).error().message, HasSubstr("nothing"));
}

TEST(CheckInputs, BothConventions) {
    Data data;
    static const Protocols rows = built_in_protocols().value();
    const auto play = [](int good, int bad) {
        return [good, bad](const RunRequest& request) -> Result<RunOutcome> {
            EXPECT_EQ(request.argv.back(), "--strict");
            RunOutcome run = exited_with(read_all(request.stdin_fd).value() == "1\n" ? good : bad);
            run.stderr_head = "line 1: too big";
            return run;
        };
    };
    ValidatorTool tool;
    tool.name = "range.cpp";
    tool.program.argv = {"/validator"};
    tool.args = {"--strict"};
    tool.row = find_protocol(rows.validators, "kattis").value();
    PlayedRunner kattis(play(42, 43));
    const std::vector<Finding> findings = check_inputs(data.problem, {tool}, kattis).value();
    EXPECT_THAT(codes_of(findings), ElementsAre("invalid-input"));
    EXPECT_EQ(findings[0].text, "validator 'range.cpp' refuses the input of case 'secret/1': line 1: too big");
    PlayedRunner zero(play(0, 0));
    EXPECT_THAT(codes_of(check_inputs(data.problem, {tool}, zero).value()),
                ElementsAre("invalid-input", "invalid-input"));
    tool.row = find_protocol(rows.validators, "testlib").value();
    EXPECT_THAT(check_inputs(data.problem, {tool}, zero).value(), IsEmpty());
    PlayedRunner crash([](const RunRequest&) -> Result<RunOutcome> {
        RunOutcome run;
        run.ending = Signalled{11};
        return run;
    });
    EXPECT_THAT(codes_of(check_inputs(data.problem, {tool}, crash).value()),
                ElementsAre("validator-failed", "validator-failed"));
}

TEST(CheckAnswers, AgainstCheckerAndComparer) {
    Data data;
    data.add("secret/2", "9\n", "nine\n");
    const Comparer icmp = make_comparer("icmp", {}).value();
    const std::vector<Finding> findings =
        check_answers(data.problem, [&](const TestCase&) -> const Comparer& { return icmp; }).value();
    EXPECT_THAT(codes_of(findings), ElementsAre("answer-unfit"));
    static const Protocols rows = built_in_protocols().value();
    CheckerTool checker;
    checker.row = find_protocol(rows.checkers, "boj").value();
    checker.program.argv = {"/checker"};
    checker.files_of = [](const TestCase& test) {
        CheckFiles files;
        files.input_path = test.input.path;
        files.answer_path = test.answer->path;
        return files;
    };
    PlayedRunner digits([](const RunRequest& request) -> Result<RunOutcome> {
        const std::string output = read_file(request.argv.at(3)).value();
        return exited_with(!output.empty() && output[0] >= '0' && output[0] <= '9' ? 0 : 1);
    });
    EXPECT_THAT(codes_of(check_answers(data.problem, checker, digits).value()), ElementsAre("checker-broken"));
}

}  // namespace
}  // namespace judge
