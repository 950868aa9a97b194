#include "commands/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/files.h"
#include "base/nearest.h"
#include "packages/formats.h"
#include "packages/native.h"

namespace judge {
namespace {

std::string absolute(const std::string& cwd, const std::string& path) {
    return join_path(cwd, path);
}

// Collects targets and remembers problems that were already read.
class Collector {
  public:
    Collector(const TargetRequest& request, const Project& project) : request_(request), project_(project) {}

    Status add(const std::string& name) {
        const std::string path = absolute(request_.cwd, name);
        if (is_file(path)) return add_file(path);
        if (is_project_problem(name)) return add_problem(name);
        if (is_directory(path)) return add_folder(path);
        return add_submission_id(name);
    }

    Status add_everything() {
        for (const std::string& id : project_.problem_ids) JUDGE_TRY(add_problem(id));
        JUDGE_ASSIGN(orphans, orphaned_solutions(project_));
        if (!orphans.empty())
            return Error{ErrorCode::bad_input,
                         fmt::format("cannot judge 'solutions/{}': there is no testdata/{}/problem.json", orphans[0],
                                     orphans[0]),
                         fmt::format("judge new {} begins the problem, judge add-case {} adds its tests; or move the "
                                     "folder away",
                                     orphans[0], orphans[0])};
        return Done{};
    }

    std::vector<Target> take() { return std::move(found_); }

  private:
    bool is_project_problem(const std::string& name) const {
        return std::find(project_.problem_ids.begin(), project_.problem_ids.end(), name) != project_.problem_ids.end();
    }

    Result<std::shared_ptr<const Problem>> problem(const std::string& folder) {
        auto& cached = problems_[folder];
        if (!cached) {
            JUDGE_ASSIGN(read, read_native_problem(folder));
            cached = std::make_shared<const Problem>(std::move(read));
        }
        return cached;
    }

    Result<std::shared_ptr<const Problem>> asked_problem() {
        if (is_project_problem(request_.problem)) return problem(problem_folder(project_, request_.problem));
        return resolve_problem(project_, request_.problem, request_.cwd);
    }

    void push(std::shared_ptr<const Problem> of, Submission submission) {
        if (!request_.language.empty()) submission.language_id = request_.language;
        for (const Target& target : found_)
            if (target.submission.files == submission.files && target.problem->folder == of->folder) return;
        found_.push_back({std::move(of), std::move(submission)});
    }

    Status add_problem(const std::string& id) {
        JUDGE_ASSIGN(of, problem(problem_folder(project_, id)));
        JUDGE_ASSIGN(submissions, list_submissions(project_, id));
        for (Submission& submission : submissions) push(of, std::move(submission));
        return Done{};
    }

    // The problem that a path below solutions/ or testdata/ belongs to, and the rest of the path.
    std::optional<std::pair<std::string, std::string>> below(const std::string& path, std::string_view top) const {
        if (project_.root.empty()) return std::nullopt;
        const std::string prefix = join_path(project_.root, top) + "/";
        if (!path.starts_with(prefix)) return std::nullopt;
        const std::string rest = path.substr(prefix.size());
        const std::size_t slash = rest.find('/');
        return std::pair(rest.substr(0, slash), slash == std::string::npos ? "" : rest.substr(slash + 1));
    }

    Status add_file(const std::string& path) {
        JUDGE_ASSIGN(real, real_path(path));
        const auto place = below(real, "solutions");
        if (request_.problem.empty() && place && is_project_problem(place->first)) {
            JUDGE_ASSIGN(of, problem(problem_folder(project_, place->first)));
            JUDGE_ASSIGN(submissions, list_submissions(project_, place->first));
            for (Submission& submission : submissions)
                for (const std::string& file : submission.files)
                    if (file == real) return push(of, std::move(submission)), Status(Done{});
        }
        if (request_.problem.empty())
            return Error{ErrorCode::usage,
                         fmt::format("cannot judge '{}': it is not clear which problem it solves", path),
                         "name it: judge run FILE --problem ID (judge list shows the ids)"};
        JUDGE_ASSIGN(of, asked_problem());
        push(of, submission_of_file(real, of->id));
        return Done{};
    }

    Status add_folder(const std::string& path) {
        JUDGE_ASSIGN(real, real_path(path));
        if (!project_.root.empty() && (real == project_.root || real == join_path(project_.root, "solutions") ||
                                       real == join_path(project_.root, "testdata")))
            return add_everything();
        if (const auto place = below(real, "testdata"); place && is_project_problem(place->first))
            return add_problem(place->first);
        if (const auto place = below(real, "solutions"); place && is_project_problem(place->first)) {
            JUDGE_ASSIGN(of, problem(problem_folder(project_, place->first)));
            JUDGE_ASSIGN(submissions, list_submissions(project_, place->first));
            for (Submission& submission : submissions)
                if (place->second.empty() || submission.id.starts_with(place->second + "/"))
                    push(of, std::move(submission));
            return Done{};
        }
        if (!request_.problem.empty()) return add_loose_folder(real);
        Status judged = add_packages(real);
        if (judged || judged.error().code != ErrorCode::not_found) return judged;
        return Error{ErrorCode::not_found,
                     fmt::format("cannot judge '{}': it holds no problem of a project, and no problem package", path),
                     "name a problem: judge run FOLDER --problem ID judges every file of the folder on it"};
    }

    // A package, or a folder of packages, judged where it lies.
    Status add_packages(const std::string& folder) {
        JUDGE_ASSIGN(packages, read_package_in_place(folder));
        for (Imported& package : packages) {
            const auto of = std::make_shared<const Problem>(std::move(package.problem));
            for (Submission& submission : package.submissions) push(of, std::move(submission));
        }
        return Done{};
    }

    // Every file of a folder, as alternative submissions to one problem.
    Status add_loose_folder(const std::string& path) {
        JUDGE_ASSIGN(of, asked_problem());
        JUDGE_ASSIGN(entries, list_directory(path));
        for (const DirEntry& entry : entries)
            if (entry.kind == DirEntry::Kind::file && !entry.name.starts_with('.'))
                push(of, submission_of_file(join_path(path, entry.name), of->id));
        return Done{};
    }

    // "boj-2580/backtracking.cpp" or, where --problem says which, "backtracking.cpp".
    Status add_submission_id(const std::string& name) {
        const std::size_t slash = name.find('/');
        std::string id = request_.problem;
        std::string rest = name;
        if (slash != std::string::npos && is_project_problem(name.substr(0, slash))) {
            id = name.substr(0, slash);
            rest = name.substr(slash + 1);
        }
        std::vector<std::string> known = project_.problem_ids;
        if (is_project_problem(id)) {
            JUDGE_ASSIGN(of, problem(problem_folder(project_, id)));
            JUDGE_ASSIGN(submissions, list_submissions(project_, id));
            for (Submission& submission : submissions) {
                if (submission.id == rest) return push(of, std::move(submission)), Status(Done{});
                known.push_back(id + "/" + submission.id);
            }
        }
        return Error{ErrorCode::not_found,
                     fmt::format("cannot find '{}': no file, problem or submission is called so", name),
                     did_you_mean(name, known, "judge list shows what there is")};
    }

    const TargetRequest& request_;
    const Project& project_;
    std::map<std::string, std::shared_ptr<const Problem>> problems_;
    std::vector<Target> found_;
};

}  // namespace

Result<std::shared_ptr<const Problem>> resolve_problem(const Project& project, const std::string& name,
                                                       const std::string& cwd) {
    const auto& ids = project.problem_ids;
    std::string folder = absolute(cwd, name);
    if (std::find(ids.begin(), ids.end(), name) != ids.end()) folder = problem_folder(project, name);
    if (is_file(folder) && file_name(folder) == "problem.json") folder = std::string(parent_path(folder));
    if (!is_native_problem(folder)) {
        Result<std::vector<Imported>> packages = read_package_in_place(folder);
        if (packages && packages->size() == 1)
            return std::make_shared<const Problem>(std::move(packages->front().problem));
        if (!packages && packages.error().code != ErrorCode::not_found) return packages.error();
        return Error{
            ErrorCode::not_found,
            fmt::format("cannot find problem '{}': neither an id of this project nor a folder with problem.json", name),
            did_you_mean(name, ids, "judge list shows the problems")};
    }
    JUDGE_ASSIGN(problem, read_native_problem(folder));
    return std::make_shared<const Problem>(std::move(problem));
}

Result<Resolved> resolve(const TargetRequest& request) {
    Resolved resolved;
    // Outside a project, everything must be named: a file and its problem's folder.
    Result<Project> project = find_project(request.cwd);
    if (!project &&
        (project.error().code != ErrorCode::not_found || request.targets.empty() || request.problem.empty())) {
        if (request.targets.empty()) return project.error();
        if (project.error().code != ErrorCode::not_found) return project.error();
        // A target may lie inside a project though the shell does not stand in one.
        const std::string first = absolute(request.cwd, request.targets.front());
        project = find_project(first);
        // A package needs no project around it.
        if (!project && (project.error().code != ErrorCode::not_found || !is_directory(first))) return project.error();
    }
    if (project) resolved.project = *project;

    Collector collector(request, resolved.project);
    if (request.targets.empty() && request.problem.empty()) JUDGE_TRY(collector.add_everything());
    if (request.targets.empty() && !request.problem.empty()) JUDGE_TRY(collector.add(request.problem));
    for (const std::string& target : request.targets) JUDGE_TRY(collector.add(target));
    resolved.targets = collector.take();
    if (resolved.targets.empty())
        return Error{ErrorCode::usage, "cannot judge anything: there are no submissions here",
                     "put one into solutions/<problem>/, or judge a file from anywhere: judge run FILE --problem ID"};
    return resolved;
}

}  // namespace judge
