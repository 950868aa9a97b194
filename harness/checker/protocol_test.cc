#include "checker/protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "base/fd.h"
#include "base/files.h"
#include "checker/check_run.h"
#include "checker/played_runner.h"

namespace judge {
namespace {

using namespace std::string_literals;
using Kind = CheckOutcome::Kind;
using testing::ElementsAre;
using testing::HasSubstr;

const Protocols& protocols() {
    static const Protocols rows = built_in_protocols().value();
    return rows;
}
const ProtocolRow& checker_row(std::string_view id) {
    return *find_protocol(protocols().checkers, id).value();
}

RunOutcome exited(int code) {
    RunOutcome run;
    run.ending = Exited{code};
    return run;
}
CheckOutcome outcome_of(std::string_view id, int code, const CheckWords& words = {}) {
    return interpret_checker(checker_row(id), exited(code), words);
}
CheckOutcome with_stderr(std::string_view id, int code, const std::string& text) {
    CheckWords words;
    words.standard_error = text;
    return outcome_of(id, code, words);
}
CheckOutcome with_stdout(std::string_view id, int code, const std::string& text) {
    CheckWords words;
    words.standard_output = text;
    return outcome_of(id, code, words);
}

/// The kinds that a protocol gives to its exit codes, without any words; every other code is `others`.
struct ExitTable {
    std::string id;
    std::map<int, Kind> codes;
    Kind others = Kind::judge_fault;
};

TEST(Protocol, EveryExitCodeOfEveryRow) {
    const Kind ac = Kind::accepted, wa = Kind::wrong_answer, pe = Kind::presentation_error, fault = Kind::judge_fault;
    std::map<int, Kind> percent;
    percent[0] = wa;
    for (int code = 1; code < 100; ++code) percent[code] = Kind::partial;
    percent[100] = ac;
    const std::map<int, Kind> testlib = {{0, ac}, {1, wa}, {2, pe}, {4, pe}, {8, pe}};
    const std::vector<ExitTable> tables = {
        {"boj", {{0, ac}, {3, fault}}, wa},
        {"testlib", testlib},
        {"testlib-ejudge", {{0, ac}, {5, wa}, {4, pe}}},
        {"kattis", {{42, ac}, {43, wa}}},
        {"hustoj", {{0, ac}, {1, wa}, {2, pe}}},
        {"hustoj-upj", percent},
        {"cms", {}},
        {"dmoj", {{0, ac}, {1, wa}}},
        {"dmoj-testlib", {{0, ac}, {1, wa}, {2, pe}}},
        {"dmoj-coci", {{0, ac}, {1, wa}, {2, pe}}},
        {"dmoj-peg", {{0, ac}, {1, wa}}},
        {"oj", {{0, ac}}, wa},
        {"lemon", {}},
        {"lemon-testlib", testlib},
        {"qduoj", {{0, ac}, {1, wa}}},
        {"syzoj", {}},
    };
    std::set<std::string> covered;
    for (const ExitTable& table : tables) {
        covered.insert(table.id);
        for (int code = 0; code < 256; ++code) {
            const auto known = table.codes.find(code);
            const Kind expected = known == table.codes.end() ? table.others : known->second;
            const CheckOutcome outcome = outcome_of(table.id, code);
            EXPECT_EQ(static_cast<int>(outcome.kind), static_cast<int>(expected)) << table.id << " exit code " << code;
            EXPECT_EQ(outcome.message.empty(), expected != fault) << table.id << " exit code " << code;
        }
    }
    for (const ProtocolRow& row : protocols().checkers) EXPECT_TRUE(covered.contains(row.id)) << row.id;
}

TEST(Protocol, SignalsAndLimitsAreTheJurysFaultEverywhere) {
    CheckWords words;
    words.standard_error = "assertion failed";
    for (const ProtocolRow& row : protocols().checkers) {
        RunOutcome run;
        for (const int signal : {6, 8, 9, 11}) {
            run.ending = Signalled{signal};
            const CheckOutcome outcome = interpret_checker(row, run, words);
            EXPECT_EQ(outcome.kind, Kind::judge_fault) << row.id;
            EXPECT_THAT(outcome.message, HasSubstr("the checker died of signal " + std::to_string(signal))) << row.id;
        }
        run.ending = Stopped{LimitKind::wall_time};
        EXPECT_EQ(interpret_checker(row, run, words).kind, Kind::judge_fault) << row.id;
        EXPECT_THAT(interpret_checker(row, run, words).message, HasSubstr("stopped at its wall time limit")) << row.id;
    }
}

TEST(Pains, P78FailPointsCrashAndTimeoutAreNoVerdicts) {
    EXPECT_EQ(
        with_stderr("testlib", 3, "FAIL bad answer file").message,
        "the checker ended with exit code 3, a failure of its own under protocol 'testlib': FAIL bad answer file");
    EXPECT_EQ(with_stderr("boj", 3, "FAIL bad answer file").kind, Kind::judge_fault);
    const CheckOutcome points = with_stderr("testlib", 7, "points 12.5 half way");
    EXPECT_EQ(points.kind, Kind::partial);
    EXPECT_EQ(points.points, 12.5);
    EXPECT_EQ(with_stderr("testlib", 7, "nothing").kind, Kind::judge_fault);
    EXPECT_EQ(with_stderr("testlib", 7, "points nan").kind, Kind::judge_fault);
}

TEST(Protocol, TestlibWords) {
    EXPECT_EQ(with_stderr("testlib", 0, "ok 3 numbers\n").message, "ok 3 numbers");
    EXPECT_EQ(with_stderr("testlib", 7, "points 0 nothing").kind, Kind::wrong_answer);
    for (const int code : {0, 1, 3, 40, 90}) {
        const CheckOutcome outcome = with_stderr("testlib", code, "partially correct (40) some");
        EXPECT_EQ(outcome.kind, Kind::partial) << code;
        EXPECT_EQ(outcome.score, 0.4) << code;
    }
    EXPECT_EQ(with_stderr("testlib", 50, "partially correct (150)").kind, Kind::judge_fault);
    EXPECT_EQ(with_stderr("lemon-testlib", 7, "points 0.25 x").score, 0.25);
    EXPECT_EQ(with_stderr("lemon-testlib", 7, "points 2 x").kind, Kind::judge_fault);
}

TEST(Protocol, DmojPartialForms) {
    EXPECT_EQ(with_stderr("dmoj-testlib", 7, "log\npoints 3\n").points, 3.0);
    EXPECT_EQ(with_stderr("dmoj-testlib", 7, "points 3 and more\n").kind, Kind::judge_fault);
    EXPECT_EQ(with_stderr("dmoj-coci", 7, "partial 1/4\n").score, 0.25);
    EXPECT_EQ(with_stderr("dmoj-coci", 7, "partial 1/0\n").kind, Kind::judge_fault);
    EXPECT_EQ(with_stderr("dmoj-coci", 7, "partial 5/4\n").kind, Kind::judge_fault);
    EXPECT_EQ(with_stdout("dmoj-peg", 1, "1\n2\n").score, 0.5);
    EXPECT_EQ(with_stdout("dmoj-peg", 1, "wrong\n").kind, Kind::wrong_answer);
    EXPECT_EQ(with_stdout("dmoj", 1, "line 3 differs\n").message, "line 3 differs");
}

TEST(Protocol, ScoresOnStandardOutput) {
    EXPECT_EQ(with_stdout("cms", 0, "1.0\n").kind, Kind::accepted);
    EXPECT_EQ(with_stdout("cms", 0, "0\n").kind, Kind::wrong_answer);
    EXPECT_EQ(with_stdout("cms", 0, "0.25\n").score, 0.25);
    for (const char* text : {"", "yes\n", "nan\n", "inf\n", "-0.5\n", "1.5\n"})
        EXPECT_EQ(with_stdout("cms", 0, text).kind, Kind::judge_fault) << text;
    EXPECT_EQ(with_stdout("syzoj", 0, "100\n").kind, Kind::accepted);
    EXPECT_EQ(with_stdout("syzoj", 0, "30\n").score, 0.3);
    EXPECT_EQ(with_stdout("syzoj", 1, "30\n").kind, Kind::judge_fault);
}

TEST(Protocol, LemonScoreFile) {
    CheckWords words;
    words.files = {{"score", "5\n"}, {"full_score", "20"}, {"message", "a quarter"}};
    const CheckOutcome outcome = outcome_of("lemon", 0, words);
    EXPECT_EQ(outcome.score, 0.25);
    EXPECT_EQ(outcome.message, "a quarter");
    words.files["score"] = "21";
    EXPECT_EQ(outcome_of("lemon", 0, words).kind, Kind::judge_fault);
}

TEST(Protocol, KattisFeedbackFiles) {
    CheckWords words;
    words.files = {{"judgemessage.txt", "for the jury"}, {"teammessage.txt", "for the team"}, {"score.txt", "17.5\n"}};
    words.standard_error = "unused";
    CheckOutcome outcome = outcome_of("kattis", 42, words);
    EXPECT_EQ(outcome.kind, Kind::accepted);
    EXPECT_EQ(outcome.points, 17.5);
    EXPECT_EQ(outcome.message, "for the jury");
    EXPECT_EQ(outcome.team_message, "for the team");
    words.files["score.txt"] = "many";
    EXPECT_EQ(outcome_of("kattis", 42, words).kind, Kind::judge_fault);
    words.files.erase("score.txt");
    words.files["score_multiplier.txt"] = "0.5";
    outcome = outcome_of("kattis", 42, words);
    EXPECT_EQ(outcome.kind, Kind::partial);
    EXPECT_EQ(outcome.score, 0.5);
    words.next_pass_path = "/x/nextpass.in";
    EXPECT_EQ(outcome_of("kattis", 42, words).next_pass, "/x/nextpass.in");
    EXPECT_EQ(outcome_of("kattis", 43, words).next_pass, std::nullopt);
}

TEST(Protocol, AnyBytesInFeedbackAreHarmless) {
    std::string bytes;
    for (int round = 0; round < 400; ++round)
        for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    for (const ProtocolRow& row : protocols().checkers) {
        CheckWords words;
        words.standard_error = words.standard_output = bytes;
        for (const std::string& name : row.message) words.files[name] = bytes;
        for (const int code : {0, 1, 2, 3, 7, 42, 43, 255}) {
            const CheckOutcome outcome = interpret_checker(row, exited(code), words);
            EXPECT_LT(outcome.message.size(), 20'000U);
            EXPECT_EQ(outcome.message.find('\0'), std::string::npos);
        }
    }
}

TEST(Protocol, ArgumentsOfEachConvention) {
    CheckFiles files;
    files.input_path = "/i";
    files.answer_path = "/a";
    files.output_path = "/o";
    files.submission_id = "77";
    files.feedback_dir = "/f";
    files.score_path = "/s";
    files.message_path = "/m";
    files.full_score = 10;
    files.args = {"x y", "z"};
    const auto arguments = [&](std::string_view id) { return expand_arguments(checker_row(id).arguments, files); };
    EXPECT_THAT(arguments("boj"), ElementsAre("/i", "/a", "/o", "77", "x y", "z"));
    EXPECT_THAT(arguments("testlib"), ElementsAre("/i", "/o", "/a", "x y", "z"));
    EXPECT_THAT(arguments("kattis"), ElementsAre("/i", "/a", "/f/", "x y", "z"));
    EXPECT_THAT(arguments("hustoj"), ElementsAre("/i", "/a", "/o", "x y", "z"));
    EXPECT_THAT(arguments("cms"), ElementsAre("/i", "/a", "/o", "x y", "z"));
    EXPECT_THAT(arguments("dmoj-peg"), ElementsAre("/a", "/o", "/i", "x y", "z"));
    EXPECT_THAT(arguments("lemon"), ElementsAre("/i", "/o", "/a", "10", "/s", "/m"));
    EXPECT_THAT(arguments("qduoj"), ElementsAre("/i", "/o"));
    EXPECT_THAT(arguments("syzoj"), ElementsAre());
    files.args.clear();
    EXPECT_THAT(arguments("oj"), ElementsAre("/i", "/o", "/a"));
}

TEST(Protocol, LoaderRefusesWhatItDoesNotKnow) {
    const auto error = [](const std::string& row) {
        Protocols rows;
        const Status status = merge_protocols(
            rows, "{\n\"checkers\": {\"x\": {\"title\": \"t\", \"source\": \"s\"" + row + "}}}", "mine.json");
        return status ? "" : status.error().message;
    };
    EXPECT_EQ(error(""), "");
    EXPECT_THAT(error(", \"exits\": {}"), HasSubstr("mine.json:2: unknown key 'exits'"));
    EXPECT_THAT(error(", \"exit\": {\"256\": \"accepted\"}"), HasSubstr("'256' is no exit code"));
    EXPECT_THAT(error(", \"exit\": {\"1\": \"fine\"}"), HasSubstr("'fine' is no meaning"));
    EXPECT_THAT(error(", \"exit\": {\"1\": \"score\"}"), HasSubstr("says no source"));
    EXPECT_THAT(error(", \"score\": \"guess\""), HasSubstr("'guess' is none of"));
    EXPECT_THAT(error(", \"arguments\": [\"{inputs}\"]"), HasSubstr("'{inputs}' holds an unknown placeholder"));
    EXPECT_THAT(error(", \"arguments\": [\"{input\"]"), HasSubstr("unknown placeholder"));
    EXPECT_THAT(error(", \"limits\": {\"cpu_ns\": 0}"), HasSubstr("must be positive"));
    EXPECT_THAT(error(", \"limits\": {\"cpu\": 1}"), HasSubstr("unknown key 'cpu'"));
}

TEST(Protocol, UsersRowsReplaceAndAdd) {
    Protocols rows = built_in_protocols().value();
    const std::size_t count = rows.checkers.size();
    const std::string text =
        R"({"checkers": {"boj": {"title": "mine", "source": "me"}, "new": {"title": "n", "source": "me"}}})";
    ASSERT_TRUE(merge_protocols(rows, text, "mine.json").ok());
    EXPECT_EQ(rows.checkers.size(), count + 1);
    EXPECT_EQ(find_protocol(rows.checkers, "boj").value()->title, "mine");
    EXPECT_THAT(find_protocol(rows.checkers, "nope").error().hint, HasSubstr("testlib"));
}

// Running: a runner that plays the checker in this process.

struct Case {
    TempDir folder = TempDir::make("protocol-test-").value();
    CheckFiles files;
    Executable checker;

    Case() {
        files.input_path = put("in", "the input");
        files.answer_path = put("ans", "the answer");
        files.output_path = put("out", "the output");
        checker.argv = {"/checker"};
        checker.readable = {"/checker"};
    }
    std::string put(const std::string& name, const std::string& content) {
        const std::string path = folder / name;
        EXPECT_TRUE(write_file_atomically(path, content).ok());
        return path;
    }
};

TEST(RunChecker, KattisGetsOutputOnStandardInputAndItsFeedbackFolder) {
    Case test;
    PlayedRunner runner([&](const RunRequest& request) -> Result<RunOutcome> {
        EXPECT_EQ(read_all(request.stdin_fd).value(), "the output");
        EXPECT_EQ(request.argv.at(1), test.files.input_path);
        EXPECT_EQ(request.argv.at(2), test.files.answer_path);
        const std::string& feedback = request.argv.at(3);
        EXPECT_TRUE(feedback.ends_with('/'));
        EXPECT_TRUE(write_file_atomically(join_path(feedback, "judgemessage.txt"), "close").ok());
        EXPECT_EQ(request.limits.memory, mib(2048));
        EXPECT_EQ(request.limits.cpu_time, Nanos(5));
        struct stat facts = {};
        EXPECT_EQ(stat(feedback.c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 0777, 0777U);
        return exited(43);
    });
    Limits limits;
    limits.cpu_time = Nanos(5);
    const CheckOutcome outcome = run_checker(checker_row("kattis"), test.checker, test.files, limits, runner).value();
    EXPECT_EQ(outcome.kind, Kind::wrong_answer);
    EXPECT_EQ(outcome.message, "close");
}

TEST(RunChecker, OutputInADescriptorIsReadFromItsBeginning) {
    Case test;
    const Fd output = make_memory_file("output").value();
    ASSERT_TRUE(write_all(output.get(), "from memory").ok());
    test.files.output_path.clear();
    test.files.output_fd = output.get();
    PlayedRunner kattis([&](const RunRequest& request) -> Result<RunOutcome> {
        EXPECT_EQ(read_all(request.stdin_fd).value(), "from memory");
        return exited(42);
    });
    EXPECT_EQ(run_checker(checker_row("kattis"), test.checker, test.files, {}, kattis).value().kind, Kind::accepted);
    PlayedRunner boj([&](const RunRequest& request) -> Result<RunOutcome> {
        EXPECT_EQ(read_file(request.argv.at(3)).value(), "from memory");
        return exited(0);
    });
    EXPECT_EQ(run_checker(checker_row("boj"), test.checker, test.files, {}, boj).value().kind, Kind::accepted);
}

TEST(RunChecker, SyzojFindsItsFilesInTheWorkingDirectory) {
    Case test;
    test.files.source_path = test.put("main.cpp", "int main;");
    PlayedRunner runner([&](const RunRequest& request) -> Result<RunOutcome> {
        EXPECT_EQ(read_file(join_path(request.cwd, "input")).value(), "the input");
        EXPECT_EQ(read_file(join_path(request.cwd, "user_out")).value(), "the output");
        EXPECT_EQ(read_file(join_path(request.cwd, "answer")).value(), "the answer");
        EXPECT_EQ(read_file(join_path(request.cwd, "code")).value(), "int main;");
        EXPECT_TRUE(write_all(request.stdout_fd, "70\n").ok());
        return exited(0);
    });
    EXPECT_EQ(run_checker(checker_row("syzoj"), test.checker, test.files, {}, runner).value().score, 0.7);
}

TEST(RunChecker, LemonWritesItsScoreWhereItIsTold) {
    Case test;
    test.files.full_score = 40;
    PlayedRunner runner([&](const RunRequest& request) -> Result<RunOutcome> {
        EXPECT_EQ(request.argv.at(4), "40");
        EXPECT_TRUE(write_file_atomically(request.argv.at(5), "30").ok());
        EXPECT_TRUE(write_file_atomically(request.argv.at(6), "three quarters").ok());
        return exited(0);
    });
    const CheckOutcome outcome = run_checker(checker_row("lemon"), test.checker, test.files, {}, runner).value();
    EXPECT_EQ(outcome.score, 0.75);
    EXPECT_EQ(outcome.message, "three quarters");
}

TEST(RunChecker, WithoutAnAnswerAnEmptyFileStandsForIt) {
    Case test;
    test.files.answer_path.clear();
    PlayedRunner runner([&](const RunRequest& request) -> Result<RunOutcome> {
        EXPECT_EQ(read_file(request.argv.at(2)).value(), "");
        return exited(0);
    });
    EXPECT_EQ(run_checker(checker_row("boj"), test.checker, test.files, {}, runner).value().kind, Kind::accepted);
}

TEST(RunChecker, NextPassNeedsAFolderThatStays) {
    Case test;
    PlayedRunner runner([&](const RunRequest& request) -> Result<RunOutcome> {
        EXPECT_TRUE(write_file_atomically(join_path(request.argv.at(3), "nextpass.in"), "2nd").ok());
        return exited(42);
    });
    EXPECT_EQ(run_checker(checker_row("kattis"), test.checker, test.files, {}, runner).value().next_pass, std::nullopt);
    test.files.feedback_dir = test.folder.path();
    EXPECT_EQ(run_checker(checker_row("kattis"), test.checker, test.files, {}, runner).value().next_pass,
              test.folder / "nextpass.in");
}

TEST(RunChecker, AbsentExecutableIsTheJurysFaultABrokenBoxIsNot) {
    Case test;
    PlayedRunner absent([](const RunRequest&) -> Result<RunOutcome> {
        return Error{ErrorCode::tool_missing, "cannot run '/checker': No such file", ""};
    });
    const CheckOutcome outcome = run_checker(checker_row("boj"), test.checker, test.files, {}, absent).value();
    EXPECT_EQ(outcome.kind, Kind::judge_fault);
    EXPECT_EQ(outcome.message, "the checker cannot be run: cannot run '/checker': No such file");
    PlayedRunner broken([](const RunRequest&) -> Result<RunOutcome> {
        return Error{ErrorCode::sandbox, "the box broke", ""};
    });
    EXPECT_EQ(run_checker(checker_row("boj"), test.checker, test.files, {}, broken).error().code, ErrorCode::sandbox);
}

}  // namespace
}  // namespace judge
