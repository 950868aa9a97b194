// judge bisect: which commit made a submission fail.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "commands/context.h"
#include "commands/judged.h"
#include "judging/bisect.h"
#include "os/process.h"

namespace judge {
namespace {

struct BisectFlags {
    std::string target, good, bad = "";
    bool json = false;
};

// The submission's names, also where its file is gone by now.
struct Names {
    std::string problem_id, submission_id;
};

Result<Names> names_of(const std::string& target, const Context& context) {
    TargetRequest request;
    request.targets = {target};
    request.cwd = context.cwd;
    const Result<Resolved> resolved = resolve(request);
    if (resolved && resolved->targets.size() == 1)
        return Names{resolved->targets[0].problem->id, resolved->targets[0].submission.id};
    const std::size_t slash = target.find('/');
    if (!resolved && resolved.error().code == ErrorCode::not_found && slash != std::string::npos)
        return Names{target.substr(0, slash), target.substr(slash + 1)};
    if (!resolved) return resolved.error();
    return Error{ErrorCode::usage, fmt::format("cannot bisect '{}': it is more than one submission", target),
                 "name one: judge bisect boj-2580/backtracking.cpp"};
}

// Between which stored runs things went wrong: the newest good run of a clean commit, and the first bad one after it.
Status take_from_history(BisectFlags& flags, const Names& names, History& history) {
    RunQuery query;
    query.problem_id = names.problem_id;
    query.submission_id = names.submission_id;
    JUDGE_ASSIGN(rows, history.series(query));
    std::string bad;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (row->facts.git_commit.empty() || !row->facts.git_clean) continue;
        if (!row->as_expected) bad = row->facts.git_commit;
        if (row->as_expected && bad.empty() && flags.bad.empty()) break;  // nothing is wrong with the newest run
        if (!row->as_expected) continue;
        if (flags.good.empty()) flags.good = row->facts.git_commit;
        break;
    }
    if (flags.bad.empty()) flags.bad = bad;
    if (!flags.good.empty() && !flags.bad.empty()) return Done{};
    return Error{ErrorCode::not_found,
                 fmt::format("cannot bisect '{}/{}': the history has no {} run of a clean commit", names.problem_id,
                             names.submission_id, flags.good.empty() ? "good" : "bad"),
                 "name the commits: judge bisect TARGET --good COMMIT --bad COMMIT"};
}

Result<std::vector<std::string>> commits_between(const BisectFlags& flags, const Context& context,
                                                 const std::string& root) {
    std::vector<std::string> commits;
    for (const std::string& name : {flags.good, flags.bad}) {
        const auto commit = git_output(context, root, {"rev-parse", "--verify", "--quiet", name + "^{commit}"});
        if (!commit) return Error{ErrorCode::not_found, fmt::format("cannot find commit '{}'", name), "git log"};
        commits.push_back(*commit);
    }
    const std::string range = commits[0] + ".." + commits[1];
    const auto list = git_output(context, root, {"rev-list", "--reverse", "--ancestry-path", range});
    commits.pop_back();
    for (std::size_t begin = 0; list && begin < list->size(); begin += 41) commits.push_back(list->substr(begin, 40));
    if (commits.size() < 2)
        return Error{ErrorCode::usage,
                     fmt::format("cannot bisect from '{}' to '{}': the second does not come after the first",
                                 flags.good, flags.bad),
                     ""};
    return commits;
}

// The project as `commit` has it, in `folder`. The user's own tree is never touched.
Status unpack(const std::string& commit, const std::string& folder, const Context& context, const std::string& root) {
    const std::string archive = join_path(folder, "tree.tar");
    if (!git_output(context, root, {"archive", "--format=tar", "-o", archive, commit}))
        return Error{ErrorCode::io, fmt::format("cannot unpack commit '{}'", commit), "git fsck"};
    JUDGE_TRY(make_directories(join_path(folder, "tree")));
    ToolRequest request;
    request.argv = {"tar", "-xf", archive, "-C", join_path(folder, "tree")};
    JUDGE_ASSIGN(output, run_tool(request, context.environment));
    if (!output.ok()) return Error{ErrorCode::io, fmt::format("cannot unpack '{}': {}", archive, output.err), ""};
    return Done{};
}

class Prober {
  public:
    Prober(const Context& context, const Project& project, const Names& names, Archive& archive, Workbench& bench)
        : context_(context), project_(project), names_(names), archive_(archive), bench_(bench) {}

    Result<Probe> probe(const std::string& commit) {
        JUDGE_ASSIGN(folder, TempDir::make("judge-bisect-"));
        JUDGE_TRY(unpack(commit, folder.path(), context_, project_.root));
        JUDGE_ASSIGN(report, judge_there(folder / "tree"));
        if (bench_.interrupted()) return Error{ErrorCode::interrupted, "stopped", ""};
        const bool judged = report && report->verdict != Verdict::not_judged && report->verdict != Verdict::judge_error;
        const Probe word = !judged ? Probe::skip : report->as_expected ? Probe::good : Probe::bad;
        const Messages messages(tongue_of(context_));
        fmt::print(stderr, "judge: {} {}\n", commit.substr(0, 12),
                   report ? std::string(messages.verdict(report->verdict)) : messages.text("bisect.absent"));
        return word;
    }

  private:
    Result<std::shared_ptr<const Report>> judge_there(const std::string& tree) {
        TargetRequest request;
        request.cwd = tree;
        request.targets = {names_.problem_id + "/" + names_.submission_id};
        const Result<Resolved> resolved = resolve(request);
        if (!resolved || resolved->targets.size() != 1 || resolved->project.root != tree)
            return std::shared_ptr<const Report>();
        const std::unique_ptr<LiveDisplay> display = make_display(context_, {});
        JudgeServices services = services_of(bench_);
        services.listener = display.get();
        services.find_earlier = [this](const std::string& key) { return archive_.earlier(key); };
        JUDGE_ASSIGN(reports,
                     judge::judge(tasks_of(resolved->targets), judge_options(context_, resolved->project), services));
        return reports.empty() ? nullptr : reports.front();
    }

    const Context& context_;
    const Project& project_;
    const Names& names_;
    Archive& archive_;
    Workbench& bench_;
};

Status run_bisect(BisectFlags& flags, Context& context) {
    JUDGE_ASSIGN(project, find_project(context.cwd));
    JUDGE_ASSIGN(names, names_of(flags.target, context));
    JUDGE_ASSIGN(archive, Archive::open(context, project));
    if (flags.good.empty() || flags.bad.empty()) JUDGE_TRY(take_from_history(flags, names, archive->history()));
    JUDGE_ASSIGN(commits, commits_between(flags, context, project.root));
    JUDGE_ASSIGN(bench, Workbench::open(context, project, {}));
    Prober prober(context, project, names, *archive, *bench);
    JUDGE_ASSIGN(outcome, bisect(commits.size(), [&](std::size_t i) { return prober.probe(commits[i]); }));

    nlohmann::json suspects = nlohmann::json::array();
    std::string text;
    for (const std::size_t index : outcome.suspects) {
        suspects.push_back(commits[index]);
        text += git_output(context, project.root, {"log", "-1", "--format=%H %cs %s", commits[index]})
                    .value_or(commits[index]) +
                "\n";
    }
    nlohmann::json value = {{"good", commits.front()}, {"suspects", suspects}, {"probes", outcome.probes}};
    if (outcome.suspects.size() == 1) value["first_bad"] = suspects[0];
    const Messages messages(tongue_of(context));
    const std::string head = messages.text(outcome.suspects.size() == 1 ? "bisect.first_bad" : "bisect.suspects");
    print(flags.json ? value.dump(2) + "\n" : head + "\n" + text);
    context.status = ExitStatus::not_as_expected;
    return Done{};
}

}  // namespace

void add_bisect(CLI::App& app, Context& context) {
    auto flags = std::make_shared<BisectFlags>();
    CLI::App* command = app.add_subcommand("bisect", "find the commit that made a submission fail");
    command->add_option("TARGET", flags->target, "one submission: boj-2580/backtracking.cpp")->required();
    command->add_option("--good", flags->good, "a commit where it was well (default: from the history)");
    command->add_option("--bad", flags->bad, "a later one where it is not (default: from the history)");
    command->add_flag("--json", flags->json, "as JSON");
    command->callback([flags, &context] {
        if (Status done = run_bisect(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
