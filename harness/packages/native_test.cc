#include "packages/native.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace judge {
namespace {

class NativeFormat : public testing::Test {
  protected:
    void write(const std::string& name, std::string_view content = "") {
        ASSERT_TRUE(write_file_atomically(folder() + "/" + name, content).ok());
    }
    std::string folder() const { return dir_.path() + "/스도쿠 (1)"; }
    Result<Problem> read(std::string_view json) {
        write("problem.json", json);
        return read_native_problem(folder());
    }
    std::string refusal(std::string_view json) {
        const Result<Problem> problem = read(json);
        return problem ? "accepted" : problem.error().message;
    }
    TempDir dir_ = TempDir::make("native-").value();
};

TEST_F(NativeFormat, InteractorsSpeakAProtocolOfTheirOwn) {
    write("interactors/i.cpp");
    write("validators/v.cpp");
    write("validators/validate.hpp");
    const Result<Problem> problem =
        read(R"({"mode": "interactive", "interactor": "interactors/i.cpp", "checker": {"protocol": "testlib"}})");
    ASSERT_TRUE(problem.ok()) << problem.error().message;
    EXPECT_EQ(problem->checker.protocol, "testlib");
    EXPECT_EQ(problem->checker.program, "");
    EXPECT_EQ(problem->validators, std::vector<std::string>{problem->folder + "/validators/v.cpp"});
}

TEST_F(NativeFormat, ReadsEveryKey) {
    write("sample/1.in");
    write("sample/1.ans");
    write("secret/a/2.in");
    write("secret/a/10.in");
    write("checkers/c.cpp");
    write("validators/v.cpp");
    const Result<Problem> problem =
        read(R"({"title": {"ko": "스도쿠", "en": "Sudoku"}, "source_url": "u", "profile": "jungol", "mode": "batch",
        "limits": {"cpu_ns": 1000000000, "wall_ns": 5000000000, "memory_bytes": 268435456, "output_bytes": 1000, "processes": 4, "language_extra": false},
        "checker": {"protocol": "boj", "program": "checkers/c.cpp", "args": ["x"], "limits": {"cpu_ns": 7}},
        "scoring": true, "file_access": true, "groups": {"secret/a": {"points": 40, "rule": "sum", "depends_on": ["sample"]}},
        "cases": {"secret/a/2": {"limits": {"cpu_ns": 9}, "points": 3}}, "notes": {"limits": "assumed"}})");
    ASSERT_TRUE(problem.ok()) << problem.error().message;
    EXPECT_EQ(problem->id, "스도쿠 (1)");
    EXPECT_EQ(title_of(*problem, "ko"), "스도쿠");
    EXPECT_EQ(problem->profile, "jungol");
    EXPECT_EQ(problem->limits.cpu_time, std::chrono::seconds(1));
    EXPECT_EQ(problem->limits.wall_time, std::chrono::seconds(5));
    EXPECT_EQ(problem->limits.memory, mib(256));
    EXPECT_EQ(problem->limits.output, Bytes{1000});
    EXPECT_EQ(problem->limits.processes, 4U);
    EXPECT_FALSE(problem->language_extra);
    EXPECT_TRUE(problem->scoring);
    EXPECT_TRUE(problem->file_access);
    EXPECT_EQ(problem->checker.protocol, "boj");
    EXPECT_EQ(problem->checker.program, problem->folder + "/checkers/c.cpp");
    EXPECT_EQ(problem->checker.compare, "");
    EXPECT_EQ(problem->checker.args, std::vector<std::string>{"x"});
    EXPECT_EQ(problem->checker.limits.cpu_time, Nanos(7));
    ASSERT_EQ(problem->groups.size(), 2U);
    EXPECT_EQ(problem->groups[1].name, "secret/a");
    EXPECT_EQ(problem->groups[1].points, 40);
    EXPECT_EQ(problem->groups[1].rule, GroupRule::sum);
    EXPECT_EQ(problem->groups[1].depends_on, std::vector<std::string>{"sample"});
    ASSERT_EQ(problem->cases.size(), 3U);
    EXPECT_EQ(problem->cases[0].name, "sample/1");
    EXPECT_TRUE(problem->cases[0].sample);
    EXPECT_TRUE(problem->cases[0].answer);
    EXPECT_EQ(problem->cases[1].name, "secret/a/2") << "2 before 10";
    EXPECT_EQ(problem->cases[1].limits.cpu_time, Nanos(9));
    EXPECT_EQ(problem->cases[1].points, 3);
    EXPECT_FALSE(problem->cases[2].answer);
    EXPECT_EQ(problem->validators, std::vector<std::string>{problem->folder + "/validators/v.cpp"});
    EXPECT_EQ(problem->notes.at("limits"), "assumed");
}

TEST_F(NativeFormat, DefaultsToBojsComparison) {
    const Result<Problem> problem = read("{}");
    ASSERT_TRUE(problem.ok());
    EXPECT_EQ(problem->checker.compare, "boj");
    EXPECT_EQ(problem->profile, "boj");
    EXPECT_TRUE(problem->language_extra);
    EXPECT_TRUE(problem->cases.empty());
}

TEST_F(NativeFormat, UnknownKeysAreNamedWithFileAndLine) {
    const std::string message = refusal("{\n  \"limits\": {\n    \"time\": 1\n  }\n}");
    EXPECT_NE(message.find("problem.json:3"), std::string::npos) << message;
    EXPECT_NE(message.find("'time'"), std::string::npos) << message;
}

TEST_F(NativeFormat, LimitsOfZeroAndBelowAreRefused) {
    EXPECT_NE(refusal(R"({"limits": {"cpu_ns": 0}})").find("nanoseconds"), std::string::npos);
    EXPECT_NE(refusal(R"({"limits": {"cpu_ns": -5}})").find("nanoseconds"), std::string::npos);
    EXPECT_NE(refusal(R"({"limits": {"memory_bytes": 0}})").find("byte"), std::string::npos);
    EXPECT_NE(refusal(R"({"limits": {"processes": 99999999}})").find("1000000"), std::string::npos);
}

TEST_F(NativeFormat, AMissingCheckerIsNamed) {
    const std::string message = refusal(R"({"checker": {"protocol": "boj", "program": "checkers/none.cpp"}})");
    EXPECT_NE(message.find("checkers/none.cpp"), std::string::npos) << message;
}

TEST_F(NativeFormat, AProgramNeedsAProtocolAndTheOtherWayRound) {
    write("c.cpp");
    EXPECT_NE(refusal(R"({"checker": {"program": "c.cpp"}})").find("'protocol'"), std::string::npos);
    EXPECT_NE(refusal(R"({"checker": {"protocol": "boj"}})").find("'program'"), std::string::npos);
    EXPECT_NE(refusal(R"({"checker": {"compare": "boj", "protocol": "boj", "program": "c.cpp"}})").find("not both"),
              std::string::npos);
}

TEST_F(NativeFormat, GroupsAndCasesThatAreNotThereAreRefused) {
    write("sample/1.in");
    EXPECT_NE(refusal(R"({"groups": {"secret": {}}})").find("'secret'"), std::string::npos);
    EXPECT_NE(refusal(R"({"cases": {"sample/2": {}}})").find("'sample/2'"), std::string::npos);
    EXPECT_NE(refusal(R"({"groups": {"sample": {"depends_on": ["x"]}}})").find("'x'"), std::string::npos);
}

TEST_F(NativeFormat, AnAnswerWithoutInputIsRefused) {
    write("secret/1.ans");
    EXPECT_NE(refusal("{}").find("'1.ans' has no input '1.in'"), std::string::npos);
}

TEST_F(NativeFormat, HiddenAndBackupFilesArePassedOver) {
    write("secret/.1.in");
    write("secret/1.in~");
    write("secret/2.in");
    EXPECT_EQ(read("{}").value().cases.size(), 1U);
}

TEST_F(NativeFormat, AnInteractiveProblemNeedsAnInteractor) {
    EXPECT_NE(refusal(R"({"mode": "interactive"})").find("'interactor'"), std::string::npos);
    EXPECT_NE(refusal(R"({"mode": "quiz"})").find("batch, interactive or multi_pass"), std::string::npos);
}

}  // namespace
}  // namespace judge
