// Every golden package, imported, exported in each format and imported again.

#include "packages/export.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/files.h"
#include "packages/archive.h"
#include "packages/formats.h"
#include "packages/native_writer.h"

namespace judge {
namespace {

using testing::HasSubstr;

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
    // Exports the first problem to a folder.
    std::string exported(const Package& package, const std::string& format) {
        const Imported& imported = package.problems.front();
        const std::string target = dir_ / (std::to_string(++rounds_) + "/" + imported.problem.id);
        const Result<std::vector<Finding>> findings =
            export_problem(imported.problem, imported.submissions, **find_export_format(format), target);
        if (!findings) panic(findings.error().message);
        findings_ = *findings;
        return target;
    }
    // Exports the first problem and reads what came out, as the format alone tells it.
    Package round(const Package& package, const std::string& format, const std::string& ending) {
        const std::string folder = exported(package, format), target = folder + ending;
        EXPECT_TRUE(remove_tree(folder + "/.judge-problem").ok());
        if (!ending.empty() && !pack_zip(folder, target)) panic("cannot pack " + target);
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

std::vector<std::string> submissions_of(const Imported& imported) {
    std::vector<std::string> all;
    for (const Submission& submission : imported.submissions)
        for (const std::string& file : submission.files) all.push_back(submission.id + ": " + read_file(file).value());
    std::sort(all.begin(), all.end());
    return all;
}

std::string program_text(const std::string& path) {
    return path.empty() ? "" : std::string(file_name(path)) + ": " + read_file(path).value();
}

// Whatever the format can say: titles, limits, checker, groups, points, notes, submissions, names of cases.
TEST_F(Exports, EveryFormatGivesBackTheSameProblem) {
    for (const char* name : {"kattis/2025-09", "kattis/legacy", "kattis/legacy-scoring", "kattis/multi-pass",
                             "kattis/interactive", "polygon/full", "polygon/interactive", "dmoj/list",
                             "hustoj/data-folder", "kitpa/apple", "cph/boj", "baekjoonhub/by-tier"}) {
        const Package before = import(name);
        for (const ExportFormat& format : export_formats()) {
            SCOPED_TRACE(std::string(name) + " as " + std::string(format.id));
            const std::string folder = exported(before, std::string(format.id));
            ASSERT_TRUE(pack_zip(folder, folder + ".zip").ok());
            if (before.problems.front().problem.cases.empty()) continue;  // no format knows such a thing
            const Result<Package> after = read_package(folder + ".zip");
            ASSERT_TRUE(after.ok()) << after.error().message;
            const Imported &a = before.problems.front(), &b = after->problems.front();
            EXPECT_EQ(native_text(a.problem, {"c", "i"}), native_text(b.problem, {"c", "i"}));
            EXPECT_EQ(contents(a.problem), contents(b.problem));
            EXPECT_EQ(program_text(a.problem.checker.program), program_text(b.problem.checker.program));
            EXPECT_EQ(program_text(a.problem.interactor), program_text(b.problem.interactor));
            EXPECT_EQ(a.problem.validators.size(), b.problem.validators.size());
            EXPECT_EQ(submissions_of(a), submissions_of(b));
        }
    }
}

TEST_F(Exports, AChangedPackageIsReadByItsOwnFiles) {
    const std::string folder = exported(import("dmoj/list"), "dmoj");
    ASSERT_TRUE(
        write_file_atomically(folder + "/init.yml", read_file(folder + "/init.yml").value() + "# changed\n").ok());
    const Package after = read_package(folder).value();
    ASSERT_FALSE(after.problems.front().findings.empty());
    EXPECT_EQ(after.problems.front().findings.back().code, "own-copy-stale");
}

TEST_F(Exports, ACopyThatLeavesThePackageIsRefused) {
    const std::string folder = exported(import("cph/boj"), "oj"), index = folder + "/.judge-problem/files.json";
    const std::string text = read_file(index).value();
    const auto refusal = [&](const std::string& from, const std::string& to) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        EXPECT_TRUE(write_file_atomically(index, changed).ok());
        const Result<Package> after = read_package(folder);
        return after ? "accepted" : after.error().message;
    };
    EXPECT_THAT(refusal("\"sample/", "\"sample/../../"), HasSubstr("files.json': 'sample/../../"));
    EXPECT_THAT(refusal("test/sample-1.in", "../../etc/passwd"),
                HasSubstr("there is no file '../../etc/passwd' in the package"));
    EXPECT_THAT(refusal("\"id\": \"", "\"id\": \"../"), HasSubstr("its id is no name of a problem"));
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
