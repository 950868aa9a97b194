#include "commands/record.h"

#include <unistd.h>

#include "base/files.h"
#include "commands/workbench.h"
#include "judging/hashed_file.h"
#include "os/directories.h"
#include "os/process.h"

namespace judge {
namespace {

std::string trimmed(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    return text;
}

bool is_in_git(std::string folder) {
    for (;;) {
        if (exists(join_path(folder, ".git"))) return true;
        if (folder == "/" || folder.empty()) return false;
        folder = std::string(parent_path(folder));
    }
}

}  // namespace

std::optional<std::string> git_output(const Context& context, const std::string& folder,
                                      const std::vector<std::string>& words) {
    ToolRequest request;
    request.argv = {"git", "--no-optional-locks", "-C", folder};
    request.argv.insert(request.argv.end(), words.begin(), words.end());
    const Result<ToolOutput> output = run_tool(request, context.environment);
    if (!output || !output->ok()) return std::nullopt;
    return trimmed(output->out);
}

Result<History> open_history(const Context& context, const Project& project) {
    if (!project.root.empty()) {
        const std::string folder = join_path(project.root, ".judge");
        if (make_directories(folder) && ::access(folder.c_str(), W_OK) == 0)
            return History::open(join_path(folder, "history.db"), unix_now_ns());
    }
    JUDGE_ASSIGN(state, state_directory(context.environment));
    return History::open(join_path(state, "history.db"), unix_now_ns());
}

RunFacts facts_of_tree(const Context& context, const Project& project) {
    RunFacts facts;
    if (project.root.empty() || !is_in_git(project.root)) return facts;
    const std::optional<std::string> commit = git_output(context, project.root, {"rev-parse", "HEAD"});
    if (!commit) return facts;
    facts.git_commit = *commit;
    const std::optional<std::string> changes =
        git_output(context, project.root, {"status", "--porcelain", "--untracked-files=normal", "--", "."});
    facts.git_clean = changes && changes->empty();
    return facts;
}

Result<std::int64_t> Recorder::store(const Report& report) {
    if (report.reused) {
        RunQuery query;
        query.problem_id = report.problem_id;
        query.submission_id = report.submission_id;
        query.reuse_key = report.reuse_key;
        JUDGE_ASSIGN(known, history_.latest(query));
        if (known) return known->id;
    }
    RunFacts facts = facts_;
    facts.reuse_key = report.reuse_key;
    return history_.insert(report, facts);
}

void Recorder::on(const Event& event) {
    const auto* finished = std::get_if<SubmissionFinished>(&event);
    if (!finished || finished->report->interrupted) return;
    const std::lock_guard lock(mutex_);
    const Result<std::int64_t> id = store(*finished->report);
    if (id) stored_.push_back(*id);
    if (!id && !failure_) failure_ = id.error();
}

void Recorder::finish(std::int64_t started_unix_ns) {
    if (stored_.empty()) return;
    const std::lock_guard lock(mutex_);
    const Result<std::int64_t> id = history_.insert_batch(stored_, started_unix_ns);
    if (!id && !failure_) failure_ = id.error();
}

std::optional<Report> earlier(History& history, const std::string& reuse_key, std::mutex& mutex) {
    const std::lock_guard lock(mutex);
    const Result<std::optional<RunRow>> row = history.reusable(reuse_key);
    if (!row || !*row) return std::nullopt;
    Result<Report> report = history.report((*row)->id);
    return report ? std::optional(*std::move(report)) : std::nullopt;
}

std::string build_digest(const Context& context) {
    const Result<std::string> digest = digest_of_file(context.self);
    return digest ? *digest : "";
}

}  // namespace judge
