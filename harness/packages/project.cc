#include "packages/project.h"

#include <algorithm>

#include "base/files.h"
#include "base/json_fields.h"
#include "packages/expectations.h"
#include "packages/native.h"

namespace judge {
namespace {

bool is_root(const std::string& folder) {
    return is_file(join_path(folder, "judge.json")) ||
           (is_directory(join_path(folder, "solutions")) && is_directory(join_path(folder, "testdata")));
}

Status read_settings(Project& project) {
    const std::string path = join_path(project.root, "judge.json");
    if (!is_file(path)) return Done{};
    JUDGE_ASSIGN(document, JsonDocument::read(path));
    JsonFields fields = document.root();
    project.profile = fields.text("profile", "boj");
    const std::int64_t jobs = fields.integer("jobs").value_or(0);
    if (jobs < 0 || jobs > 1024) fields.refuse("jobs", "must be between 0 (one a processor) and 1024");
    project.jobs = static_cast<int>(jobs);
    if (std::optional<JsonFields> templates = fields.object("template"))
        for (auto& [ending, file] : templates->text_members())
            project.templates[ending] = join_path(project.root, file);
    return fields.finish();
}

bool is_hidden(const std::string& name) {
    return name.starts_with('.') || name.ends_with('~');
}

std::string known_expectations() {
    std::string text;
    for (const Expectation& row : expectations()) text += (text.empty() ? "" : ", ") + row.id;
    return text;
}

// Everything in a folder below the expectation's is one submission of several files.
Status add_entry(const std::string& folder, const DirEntry& entry, const std::string& prefix, Submission submission,
                 std::vector<Submission>& found) {
    const std::string path = join_path(folder, entry.name);
    submission.id = prefix + entry.name;
    if (entry.kind == DirEntry::Kind::file) {
        submission.files = {path};
    } else if (entry.kind == DirEntry::Kind::directory) {
        JUDGE_ASSIGN(files, list_directory(path));
        for (const DirEntry& file : files)
            if (file.kind == DirEntry::Kind::file && !is_hidden(file.name))
                submission.files.push_back(join_path(path, file.name));
        if (submission.files.empty()) return Done{};
    } else {
        return Error{ErrorCode::bad_input, "cannot read submission '" + path + "': it is neither a file nor a folder",
                     "remove it, or repair the link"};
    }
    found.push_back(std::move(submission));
    return Done{};
}

Status add_folder(const std::string& folder, const std::string& name, const std::string& problem_id,
                  std::vector<Submission>& found) {
    const std::optional<Expectation> expected = expectation_of(name);
    if (!expected)
        return Error{ErrorCode::bad_input, "cannot read '" + folder + "': '" + name + "' is not an expected verdict",
                     "folders below solutions/<problem>/ are called " + known_expectations()};
    JUDGE_ASSIGN(entries, list_directory(folder));
    for (const DirEntry& entry : entries) {
        if (is_hidden(entry.name)) continue;
        Submission submission;
        submission.problem_id = problem_id;
        submission.expected = *expected;
        JUDGE_TRY(add_entry(folder, entry, name + "/", std::move(submission), found));
    }
    return Done{};
}

}  // namespace

Result<Project> find_project(const std::string& start) {
    JUDGE_ASSIGN(absolute, real_path(start));
    std::string folder = is_directory(absolute) ? absolute : std::string(parent_path(absolute));
    while (!is_root(folder)) {
        if (folder == "/" || folder.empty())
            return Error{
                ErrorCode::not_found,
                "cannot find a project at or above '" + start + "': no judge.json, and no solutions/ beside testdata/",
                "change into a project, or name a file and its problem: judge run FILE --problem PATH"};
        folder = std::string(parent_path(folder));
    }
    Project project;
    project.root = folder;
    JUDGE_TRY(read_settings(project));
    const std::string testdata = join_path(folder, "testdata");
    if (!is_directory(testdata)) return project;
    JUDGE_ASSIGN(entries, list_directory(testdata));
    for (const DirEntry& entry : entries)
        if (entry.kind == DirEntry::Kind::directory && is_native_problem(join_path(testdata, entry.name)))
            project.problem_ids.push_back(entry.name);
    return project;
}

std::string problem_folder(const Project& project, const std::string& problem_id) {
    return join_path(join_path(project.root, "testdata"), problem_id);
}

Result<std::vector<Submission>> list_submissions(const Project& project, const std::string& problem_id) {
    std::vector<Submission> found;
    const std::string folder = join_path(join_path(project.root, "solutions"), problem_id);
    if (!is_directory(folder)) return found;
    JUDGE_ASSIGN(entries, list_directory(folder));
    for (const DirEntry& entry : entries) {
        if (is_hidden(entry.name)) continue;
        if (entry.kind == DirEntry::Kind::directory) {
            JUDGE_TRY(add_folder(join_path(folder, entry.name), entry.name, problem_id, found));
            continue;
        }
        Submission submission;
        submission.problem_id = problem_id;
        JUDGE_TRY(add_entry(folder, entry, "", std::move(submission), found));
    }
    std::sort(found.begin(), found.end(),
              [](const Submission& a, const Submission& b) { return natural_less(a.id, b.id); });
    return found;
}

Result<std::vector<std::string>> orphaned_solutions(const Project& project) {
    std::vector<std::string> orphans;
    const std::string folder = join_path(project.root, "solutions");
    if (!is_directory(folder)) return orphans;
    JUDGE_ASSIGN(entries, list_directory(folder));
    for (const DirEntry& entry : entries)
        if (entry.kind == DirEntry::Kind::directory && !is_hidden(entry.name) &&
            std::find(project.problem_ids.begin(), project.problem_ids.end(), entry.name) == project.problem_ids.end())
            orphans.push_back(entry.name);
    return orphans;
}

Submission submission_of_file(const std::string& path, const std::string& problem_id) {
    Submission submission;
    submission.problem_id = problem_id;
    submission.id = std::string(file_name(path));
    submission.files = {path};
    if (const std::optional<Expectation> expected = expectation_of(file_name(parent_path(path)))) {
        submission.expected = *expected;
        submission.id = expected->id + "/" + submission.id;
    }
    return submission;
}

}  // namespace judge
