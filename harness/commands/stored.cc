#include "commands/stored.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/files.h"
#include "commands/targets.h"
#include "judging/assemble.h"

namespace judge {
namespace {

constexpr std::size_t kEveryRow = 1'000'000;

// "12" is the number of a run.
std::optional<std::int64_t> run_number(const std::string& name) {
    std::int64_t number = 0;
    const char* end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data(), end, number);
    return error == std::errc() && rest == end && number > 0 ? std::optional(number) : std::nullopt;
}

Error never_judged(const std::string& name) {
    const std::string what = name.empty() ? "cannot show the last run: nothing was judged here yet"
                                          : fmt::format("cannot show '{}': it was never judged here", name);
    return Error{ErrorCode::not_found, what, "judge run stores every judgement; judge history shows what there is"};
}

// Of every submission the newest row, in the order of their names.
Result<std::vector<RunRow>> newest_rows(History& history, const NamedRuns& wanted) {
    RunQuery query;
    query.most = kEveryRow;
    JUDGE_ASSIGN(rows, history.series(query));
    std::map<std::pair<std::string, std::string>, RunRow> newest;
    for (RunRow& row : rows)
        if (wanted.matches(row)) newest.insert_or_assign({row.problem_id, row.submission_id}, std::move(row));
    std::vector<RunRow> found;
    for (auto& [name, row] : newest) found.push_back(std::move(row));
    return found;
}

}  // namespace

bool NamedRuns::matches(const RunRow& row) const {
    if (!submissions.empty()) return submissions.contains({row.problem_id, row.submission_id});
    return (problem_id.empty() || row.problem_id == problem_id) &&
           (submission_id.empty() || row.submission_id == submission_id);
}

NamedRuns runs_named(const std::string& target, const Context& context) {
    NamedRuns named;
    if (target.empty()) return named;
    TargetRequest request;
    request.targets = {target};
    request.cwd = context.cwd;
    if (const Result<Resolved> resolved = resolve(request)) {
        for (const Target& found : resolved->targets)
            named.submissions.insert({found.problem->id, found.submission.id});
        return named;
    }
    const std::size_t slash = target.find('/');
    named.problem_id = target.substr(0, slash);
    if (slash != std::string::npos) named.submission_id = target.substr(slash + 1);
    return named;
}

Result<Project> project_here(const Context& context) {
    Result<Project> project = find_project(context.cwd);
    if (!project && project.error().code == ErrorCode::not_found) return Project{};
    return project;
}

Result<std::vector<RunRow>> stored_rows(History& history, const std::string& name, const Context& context) {
    if (name.empty()) {
        JUDGE_ASSIGN(last, history.batches(1));
        if (last.empty()) return never_judged(name);
        return std::move(last.front().runs);
    }
    if (const std::optional<std::int64_t> number = run_number(name)) {
        JUDGE_ASSIGN(batch, history.batch(*number));
        return std::move(batch.runs);
    }
    JUDGE_ASSIGN(rows, newest_rows(history, runs_named(name, context)));
    if (rows.empty()) return never_judged(name);
    return rows;
}

Result<std::vector<Report>> reports_of_rows(History& history, const std::vector<RunRow>& rows) {
    std::vector<Report> reports;
    for (const RunRow& row : rows) {
        JUDGE_ASSIGN(report, history.report(row.id));
        reports.push_back(std::move(report));
    }
    return reports;
}

TrendPoint point_of(const RunRow& row) {
    return {row.started_unix_ns, row.verdict, row.cpu, row.memory, row.facts.git_commit};
}

std::vector<std::string> source_paths(const Report& report, const Project& project) {
    std::vector<std::string> paths;
    for (const std::string& file : report.source_files) paths.push_back(join_path(project.root, file));
    return paths;
}

bool is_unchanged(const Report& report, const Project& project) {
    return digest_of_sources(source_paths(report, project)) == report.source_digest;
}

}  // namespace judge
