// Every package below harness/fixtures/packages/<format>/<case>/package, imported into an empty project, against the
// approved want.txt beside it: the problem.json files, every file that was written, and the findings. JUDGE_APPROVE=1
// in the environment writes the files instead.

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "packages/archive.h"
#include "packages/formats.h"
#include "packages/native.h"
#include "packages/native_writer.h"

namespace judge {
namespace {

const std::string kFixtures = std::string(JUDGE_SOURCE_DIR) + "/harness/fixtures/packages";

std::vector<std::string> names_in(const std::string& folder) {
    const Result<std::vector<DirEntry>> entries = list_directory(folder);
    if (!entries) panic(entries.error().message);
    std::vector<std::string> names;
    for (const DirEntry& entry : *entries) names.push_back(entry.name);
    return names;
}

void list_files(const std::string& root, const std::string& relative, std::string& text) {
    for (const std::string& name : names_in(join_path(root, relative))) {
        const std::string path = relative + "/" + name;
        if (is_directory(join_path(root, path)))
            list_files(root, path, text);
        else
            text += path + "  " + std::to_string(read_file(join_path(root, path)).value().size()) + "\n";
    }
}

std::string without(std::string text, const std::string& path, const std::string& placeholder) {
    for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path))
        text.replace(at, path.size(), placeholder);
    return text;
}

std::string describe(const Finding& finding) {
    return std::string(word_of(finding.severity)) + " " + finding.code + ": " + finding.text + "\n";
}

// What importing `path` makes, as text. Everything that was written is read back as a problem, too.
std::string imported_text(const std::string& path, const std::string& format) {
    const Result<Package> package = read_package(path, format);
    if (!package) return "refused: " + without(package.error().message, path, "<package>") + "\n";
    const TempDir project = TempDir::make("import-").value();
    std::string text = "format " + package->format + "\n";
    for (const Imported& imported : package->problems) {
        const Result<Written> written = write_native(imported, project.path(), Overwrite::refuse);
        if (!written) return "not written: " + without(written.error().message, path, "<package>") + "\n";
        const std::string folder = project / ("testdata/" + imported.problem.id);
        const Result<Problem> problem = read_native_problem(folder);
        EXPECT_TRUE(problem.ok()) << problem.error().message;
        text += "\n== " + imported.problem.id + "\n" + read_file(folder + "/problem.json").value();
        for (const auto* findings : {&imported.findings, &written->findings})
            for (const Finding& finding : *findings) text += describe(finding);
        list_files(project.path(), "testdata/" + imported.problem.id, text);
        if (is_directory(project / ("solutions/" + imported.problem.id)))
            list_files(project.path(), "solutions/" + imported.problem.id, text);
    }
    text = without(text, path, "<package>");
    return without(text, package->scratch->path(), "<scratch>");
}

void expect_approved(const std::string& path, const std::string& text) {
    const char* approve = std::getenv("JUDGE_APPROVE");
    if (approve != nullptr && std::string(approve) == "1") {
        ASSERT_TRUE(write_file_atomically(path, text).ok()) << path;
        return;
    }
    const Result<std::string> approved = read_file(path);
    ASSERT_TRUE(approved.ok()) << path << ": not there; scripts/approve packages writes it";
    EXPECT_EQ(*approved, text) << path;
}

TEST(GoldenPackages, BecomeTheirProblems) {
    for (const std::string& format : names_in(kFixtures))
        for (const std::string& name : names_in(kFixtures + "/" + format)) {
            const std::string folder = kFixtures + "/" + format + "/" + name;
            expect_approved(folder + "/want.txt", imported_text(real_path(folder + "/package").value(), ""));
        }
}

TEST(GoldenPackages, ArchivesBecomeTheSameAsFolders) {
    for (const std::string& format : names_in(kFixtures))
        for (const std::string& name : names_in(kFixtures + "/" + format)) {
            const std::string folder = kFixtures + "/" + format + "/" + name + "/package";
            const TempDir work = TempDir::make("import-").value();
            ASSERT_TRUE(pack_zip(folder, work / "package.zip").ok());
            const Result<Package> package = read_package(work / "package.zip");
            const Result<Package> direct = read_package(folder);
            ASSERT_EQ(package.ok(), direct.ok()) << folder;
            if (!package) continue;
            EXPECT_EQ(package->format, direct->format) << folder;
            ASSERT_EQ(package->problems.size(), direct->problems.size()) << folder;
            for (std::size_t i = 0; i < package->problems.size(); ++i) {
                const Problem& a = package->problems[i].problem;
                const Problem& b = direct->problems[i].problem;
                EXPECT_EQ(a.id, b.id);
                EXPECT_EQ(native_text(a, {}), native_text(b, {}));
                EXPECT_EQ(a.cases.size(), b.cases.size());
            }
        }
}

}  // namespace
}  // namespace judge
