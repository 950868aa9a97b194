// judge replay: one case again, exactly as a stored run says; or under gdb or valgrind.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands/context.h"
#include "commands/debugger.h"
#include "commands/judged.h"
#include "commands/stored.h"
#include "judging/score.h"
#include "model/json.h"
#include "report/lines.h"
#include "report/replay_text.h"
#include "report/words.h"

namespace judge {
namespace {

struct ReplayFlags {
    TargetRequest targets;
    std::string target, case_name;
    bool gdb = false, valgrind = false, json = false;
};

const Judgement* case_named(const Report& report, const std::string& name) {
    for (const Judgement& judgement : report.cases)
        if (name.empty() ? !passed(judgement.verdict) : judgement.case_name == name) return &judgement;
    return nullptr;
}

struct Stored {
    Report report;
    Judgement judgement;
};

// The newest run that knows the case; without a name, the first failure of the newest run.
Result<Stored> find_stored(History& history, const Target& target, const std::string& case_name) {
    RunQuery query;
    query.problem_id = target.problem->id;
    query.submission_id = target.submission.id;
    JUDGE_ASSIGN(rows, history.series(query));
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        JUDGE_ASSIGN(report, history.report(row->id));
        if (const Judgement* judgement = case_named(report, case_name)) {
            Judgement found = *judgement;
            return Stored{std::move(report), std::move(found)};
        }
        if (case_name.empty()) break;
    }
    const std::string name = target.problem->id + "/" + target.submission.id;
    if (rows.empty())
        return Error{ErrorCode::not_found, fmt::format("cannot replay '{}': it was never judged here", name),
                     fmt::format("judge run {}", shell_word(name))};
    if (case_name.empty())
        return Error{ErrorCode::usage, fmt::format("cannot replay '{}': its newest run has no failure", name),
                     "name a case: --case sample/1 (judge list --cases shows the names)"};
    return Error{ErrorCode::not_found, fmt::format("cannot replay '{}': no stored run has case '{}'", name, case_name),
                 fmt::format("judge run {} --case {}", shell_word(name), shell_word(case_name))};
}

Result<Target> one_target(const ReplayFlags& flags, Project& project) {
    TargetRequest request = flags.targets;
    request.targets = {flags.target};
    JUDGE_ASSIGN(resolved, resolve(request));
    project = resolved.project;
    if (resolved.targets.size() == 1) return std::move(resolved.targets.front());
    return Error{ErrorCode::usage, fmt::format("cannot replay '{}': it is more than one submission", flags.target),
                 "name one: judge replay boj-2580/backtracking.cpp --case sample/1"};
}

// The problem with this case alone, under the limits that held then.
Result<std::shared_ptr<const Problem>> as_it_was(const Target& target, const Stored& stored) {
    Problem problem = *target.problem;
    std::erase_if(problem.cases, [&](const TestCase& each) { return each.name != stored.judgement.case_name; });
    if (problem.cases.empty())
        return Error{
            ErrorCode::not_found,
            fmt::format("cannot replay case '{}': '{}' has it no more", stored.judgement.case_name, problem.id),
            fmt::format("judge show {} lists what there is", problem.id)};
    problem.cases.front().limits = stored.judgement.limits;
    return std::make_shared<const Problem>(std::move(problem));
}

Task task_of(Target target, const Stored& stored, std::shared_ptr<const Problem> problem) {
    target.submission.language_id = stored.report.build.language_id;
    target.submission.expected = stored.report.expected;
    return {std::move(problem), std::move(target.submission)};
}

Repair repair_of(const Report& report) {
    const bool repaired = std::any_of(report.findings.begin(), report.findings.end(),
                                      [](const Finding& finding) { return finding.code == "repaired"; });
    return repaired ? Repair::yes : Repair::no;
}

std::string json_of(const Replay& replay, const Stored& stored) {
    nlohmann::json value = {{"case", replay.case_name},
                            {"now", to_json(replay.now)},
                            {"then", to_json(stored.judgement)},
                            {"then_started_unix_ns", stored.report.started_unix_ns},
                            {"changed", changes_of(replay)}};
    return value.dump(2) + "\n";
}

Status run_again(const Task& task, const Stored& stored, const Project& project, const ReplayFlags& flags,
                 Context& context) {
    WorkbenchOptions one;
    one.jobs = 1;
    JUDGE_ASSIGN(bench, Workbench::open(context, project, one));
    JudgeOptions options = judge_options(context, project);
    options.profile = stored.report.profile;
    options.repair = repair_of(stored.report);
    options.harness_build.clear();  // nothing stands for this run, and it stands for none
    const std::unique_ptr<LiveDisplay> display = make_display(context, {});
    JudgeServices services = services_of(*bench);
    services.listener = display.get();
    JUDGE_ASSIGN(reports, judge::judge({task}, options, services));
    const Report& now = *reports.front();
    if (bench->interrupted()) return Error{ErrorCode::interrupted, "stopped", ""};
    if (now.cases.empty()) return deliver(reports, {}, context);  // it does not compile any more
    const Replay replay{stored.report, now, stored.judgement.case_name};
    const RenderOptions render = render_options(context);
    const Messages messages(render.tongue);
    if (flags.json) print(json_of(replay, stored));
    if (!flags.json)
        for (const std::string& line : replay_lines(replay, messages, render)) print(line + "\n");
    const bool permitted = now.expected.permitted.contains(now.cases.front().verdict);
    context.status = permitted ? ExitStatus::as_expected : ExitStatus::not_as_expected;
    return Done{};
}

Status run_replay(const ReplayFlags& flags, Context& context) {
    if (flags.json && (flags.gdb || flags.valgrind))
        return Error{ErrorCode::usage, "cannot print JSON under a debugger", "leave out --json"};
    Project project;
    JUDGE_ASSIGN(target, one_target(flags, project));
    JUDGE_ASSIGN(history, open_history(context, project));
    JUDGE_ASSIGN(stored, find_stored(history, target, flags.case_name));
    JUDGE_ASSIGN(problem, as_it_was(target, stored));
    const Task task = task_of(std::move(target), stored, std::move(problem));
    if (!flags.gdb && !flags.valgrind) return run_again(task, stored, project, flags, context);
    DebugOrder order;
    order.task = &task;
    order.profile = stored.report.profile;
    order.repair = repair_of(stored.report);
    order.tool = flags.gdb ? DebugTool::gdb : DebugTool::valgrind;
    return run_debugger(order, project, context);
}

}  // namespace

void add_replay(CLI::App& app, Context& context) {
    auto flags = std::make_shared<ReplayFlags>();
    flags->targets.cwd = context.cwd;
    CLI::App* command = app.add_subcommand("replay", "run one case again, exactly as a stored run says");
    command->add_option("TARGET", flags->target, "one submission: boj-2580/backtracking.cpp")->required();
    command->add_option("--case", flags->case_name, "its name (default: the first failure)");
    command->add_option("--problem", flags->targets.problem, "the problem that a file from elsewhere solves");
    CLI::Option* gdb = command->add_flag("--gdb", flags->gdb, "under gdb; compiled with -g too, and not contained");
    command->add_flag("--valgrind", flags->valgrind, "under valgrind; compiled with -g too, and not contained")
        ->excludes(gdb);
    command->add_flag("--json", flags->json, "as JSON");
    command->callback([flags, &context] {
        if (Status done = run_replay(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
