// Every golden package, imported, exported in each format and imported again.

#include "packages/export.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "packages/formats.h"
#include "packages/native_writer.h"

namespace judge {
namespace {

struct Facts {
    std::vector<std::string> cases;
    std::string text;  // of problem.json, without what the format keeps elsewhere
};

Problem reduced(Problem problem) {
    problem.notes.clear();
    problem.profile.clear();
    problem.language_extra = false;
    problem.checker.where.clear();
    return problem;
}

std::vector<std::string> contents(const Problem& problem) {
    std::vector<std::string> all;
    for (const TestCase& test_case : problem.cases)
        all.push_back(test_case.name + ": " + read_file(test_case.input.path).value() + " -> " +
                      (test_case.answer ? read_file(test_case.answer->path).value() : ""));
    std::sort(all.begin(), all.end());
    return all;
}

class Exports : public testing::Test {
  protected:
    Package import(const std::string& name) {
        Result<Package> package =
            read_package(std::string(JUDGE_SOURCE_DIR) + "/harness/fixtures/packages/" + name + "/package");
        if (!package) panic(package.error().message);
        return *std::move(package);
    }
    // Exports the first problem and reads what came out.
    Package round(const Package& package, const std::string& format, const std::string& ending) {
        const Imported& imported = package.problems.front();
        const std::string target = dir_ / (std::to_string(++rounds_) + "/" + imported.problem.id + ending);
        const Result<std::vector<Finding>> findings =
            export_problem(imported.problem, imported.submissions, **find_export_format(format), target);
        if (!findings) panic(findings.error().message);
        findings_ = *findings;
        Result<Package> again = read_package(target);
        if (!again) panic(again.error().message);
        return *std::move(again);
    }
    TempDir dir_ = TempDir::make("export-").value();
    std::vector<Finding> findings_;
    int rounds_ = 0;
};

TEST_F(Exports, IcpcComesBackAsItWas) {
    for (const char* name : {"kattis/2025-09", "kattis/legacy-scoring", "kattis/multi-pass"}) {
        const Package before = import(name);
        for (const char* ending : {".zip", ""}) {
            const Package after = round(before, "icpc", ending);
            EXPECT_EQ(after.format, "kattis");
            const Problem a = reduced(before.problems.front().problem), b = reduced(after.problems.front().problem);
            EXPECT_EQ(contents(a), contents(b)) << name;
            EXPECT_EQ(a.mode, b.mode);
            EXPECT_EQ(a.limits, b.limits);
            EXPECT_EQ(a.checker.compare, b.checker.compare);
            EXPECT_EQ(a.checker.args, b.checker.args);
            EXPECT_EQ(a.checker.protocol, b.checker.protocol);
            EXPECT_EQ(a.scoring, b.scoring);
            for (const Group& group : a.groups) {
                const auto other = std::find_if(b.groups.begin(), b.groups.end(),
                                                [&](const Group& g) { return g.name == group.name; });
                ASSERT_NE(other, b.groups.end()) << group.name;
                EXPECT_EQ(group.points, other->points) << name << group.name;
                EXPECT_EQ(group.depends_on, other->depends_on);
                EXPECT_EQ(group.checker_args, other->checker_args);
            }
            EXPECT_EQ(before.problems.front().submissions.size(), after.problems.front().submissions.size());
        }
    }
}

TEST_F(Exports, PolygonComesBackAsItWas) {
    for (const char* name : {"polygon/full", "polygon/interactive", "polygon/standard-checker"}) {
        const Package before = import(name), after = round(before, "polygon", ".zip");
        EXPECT_EQ(after.format, "polygon");
        const Problem a = reduced(before.problems.front().problem), b = reduced(after.problems.front().problem);
        EXPECT_EQ(native_text(a, {"c", "i"}), native_text(b, {"c", "i"})) << name;
        // Cases are called by their numbers there.
        ASSERT_EQ(a.cases.size(), b.cases.size()) << name;
        for (std::size_t i = 0; i < a.cases.size(); ++i) {
            EXPECT_EQ(a.cases[i].group, b.cases[i].group);
            EXPECT_EQ(read_file(a.cases[i].input.path).value(), read_file(b.cases[i].input.path).value());
        }
    }
}

TEST_F(Exports, DmojComesBackAsItWas) {
    for (const char* name : {"dmoj/list", "dmoj/own-patterns", "dmoj/interactive"}) {
        const Package before = import(name), after = round(before, "dmoj", "");
        EXPECT_EQ(after.format, "dmoj");
        const Problem a = reduced(before.problems.front().problem), b = reduced(after.problems.front().problem);
        EXPECT_EQ(a.checker.compare, b.checker.compare);
        EXPECT_EQ(a.checker.args, b.checker.args);
        EXPECT_EQ(a.checker.protocol, b.checker.protocol);
        EXPECT_EQ(a.groups.size(), b.groups.size());
        EXPECT_EQ(a.cases.size(), b.cases.size());
        for (std::size_t i = 0; i < a.groups.size() && i < b.groups.size(); ++i) {
            EXPECT_EQ(a.groups[i].points, b.groups[i].points) << name;
            EXPECT_EQ(a.groups[i].depends_on, b.groups[i].depends_on) << name;
        }
    }
}

TEST_F(Exports, OjKeepsTheCases) {
    const Package before = import("kattis/legacy"), after = round(before, "oj", "");
    EXPECT_EQ(after.format, "oj");
    EXPECT_EQ(before.problems.front().problem.cases.size(), after.problems.front().problem.cases.size());
}

TEST_F(Exports, SayWhatTheFormatCannot) {
    const Package before = import("hustoj/data-folder");
    round(before, "icpc", "");
    ASSERT_FALSE(findings_.empty());
    EXPECT_EQ(findings_.front().code, "checker-protocol");
}

TEST_F(Exports, NeverReplaceWhatIsThere) {
    const Package package = import("kattis/legacy");
    ASSERT_TRUE(make_directories(dir_ / "there").ok());
    const Result<std::vector<Finding>> exported =
        export_problem(package.problems.front().problem, {}, **find_export_format("icpc"), dir_ / "there");
    EXPECT_EQ(exported.error().message, "cannot export to '" + (dir_ / "there") + "': it is there already");
    EXPECT_FALSE(find_export_format("pdf").ok());
}

}  // namespace
}  // namespace judge
