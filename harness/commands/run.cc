// judge run: submissions on their stored cases, a table out.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <mutex>

#include "commands/context.h"
#include "commands/deliver.h"
#include "commands/record.h"
#include "commands/targets.h"
#include "commands/version.h"
#include "commands/workbench.h"
#include "judging/judge.h"
#include "os/machine.h"
#include "os/terminal.h"
#include "report/live.h"

namespace judge {
namespace {

struct RunFlags {
    TargetRequest targets;
    WorkbenchOptions bench;
    std::string profile, case_glob;
    std::vector<std::string> reports;
    bool all = false, fresh = false, json = false, repair = false, skip_missing = false;
};

std::unique_ptr<LiveDisplay> make_display(const Context& context, const std::vector<Destination>& destinations) {
    const Terminal terminal = terminal_of(STDERR_FILENO, context.environment);
    LiveSettings settings;
    settings.write = [](std::string_view text) { (void)write_all(STDERR_FILENO, text); };
    settings.clock = [] { return Nanos(std::chrono::steady_clock::now().time_since_epoch()); };
    settings.render = render_options(context);
    settings.render.width = terminal.width;
    settings.render.color = terminal.color;
    settings.motion =
        terminal.is_tty && !context.environment.get("TERM").empty() && context.environment.get("TERM") != "dumb"
            ? Motion::moving
            : Motion::still;
    // Without a terminal the table says it all; a line a submission would only say it twice.
    if (settings.motion == Motion::still || takes_stdout(destinations)) settings.render.verbosity = Verbosity::quiet;
    return make_live_listener(std::move(settings));
}

Result<JudgeOptions> judge_options(const RunFlags& flags, const Project& project) {
    JudgeOptions options;
    options.profile = flags.profile;
    options.case_glob = flags.case_glob;
    options.run_all = flags.all;
    options.repair = flags.repair ? Repair::yes : Repair::no;
    options.judge_version = kVersion;
    options.machine = machine_facts();
    options.project_root = project.root;
    return options;
}

ExitStatus status_of(const std::vector<std::shared_ptr<const Report>>& reports, bool skip_missing) {
    bool met = true, judged = true, absent = false;
    for (const auto& report : reports) {
        met = met && report->as_expected;
        if (report->verdict == Verdict::not_judged) judged = false;
        for (const Finding& finding : report->findings) absent = absent || finding.code == "tool-missing";
    }
    if (absent && skip_missing) return ExitStatus::tool_absent;
    if (!judged || reports.empty()) return ExitStatus::could_not_judge;
    return met ? ExitStatus::as_expected : ExitStatus::not_as_expected;
}

// A history that cannot be opened is said, and judging goes on without it.
Result<std::vector<std::shared_ptr<const Report>>> judge_and_record(const std::vector<Task>& tasks,
                                                                    JudgeOptions& options, bool fresh,
                                                                    const Project& project, Context& context,
                                                                    Workbench& bench, LiveDisplay& display) {
    JudgeServices services = services_of(bench);
    Result<History> history = open_history(context, project);
    if (!history) {
        fmt::print(stderr, "judge: {}\njudge: this run is not recorded\n", to_text(history.error()));
        services.listener = &display;
        return judge(tasks, options, services);
    }
    for (const Finding& finding : history->findings()) fmt::print(stderr, "judge: {}\n", finding.text);
    options.harness_build = build_digest(context);
    std::mutex mutex;  // one History is not for several threads at once
    Recorder recorder(*history, facts_of_tree(context, project), mutex);
    Listeners listeners({&display, &recorder});
    services.listener = &listeners;
    if (!fresh) services.find_earlier = [&](const std::string& key) { return earlier(*history, key, mutex); };
    auto reports = judge(tasks, options, services);
    if (recorder.failure())
        fmt::print(stderr, "judge: {}\njudge: this run is not recorded\n", to_text(*recorder.failure()));
    return reports;
}

Status run(const RunFlags& flags, Context& context) {
    JUDGE_ASSIGN(destinations, read_destinations(flags.reports, flags.json));
    JUDGE_ASSIGN(resolved, resolve(flags.targets));
    JUDGE_ASSIGN(options, judge_options(flags, resolved.project));
    std::vector<Task> tasks;
    for (Target& target : resolved.targets) tasks.push_back({std::move(target.problem), std::move(target.submission)});

    JUDGE_ASSIGN(bench, Workbench::open(context, resolved.project, flags.bench));
    const std::unique_ptr<LiveDisplay> display = make_display(context, destinations);
    JUDGE_ASSIGN(reports, judge_and_record(tasks, options, flags.fresh, resolved.project, context, *bench, *display));
    JUDGE_TRY(deliver(reports, destinations, context));
    context.status = bench->interrupted() ? ExitStatus::interrupted : status_of(reports, flags.skip_missing);
    return Done{};
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
    auto flags = std::make_shared<RunFlags>();
    flags->targets.cwd = context.cwd;
    CLI::App* command = app.add_subcommand("run", "judge submissions on their stored cases");
    command->add_option("TARGET", flags->targets.targets,
                        "submission files, problems, folders; nothing means everything");
    command->add_option("--problem", flags->targets.problem,
                        "the problem that files from elsewhere solve: an id or a folder");
    command->add_option("--profile", flags->profile, "whose flags and limits: boj, jungol, icpc, local");
    command->add_option("--language", flags->targets.language, "language id; default: found from the file");
    command->add_option("--case", flags->case_glob, "only cases whose name matches, e.g. 'sample/*'");
    command->add_flag("--all", flags->all, "go on after the first failing case");
    command->add_option("-j,--jobs", flags->bench.jobs, "measuring slots; 0 = one a processor");
    command->add_flag("--fresh", flags->fresh, "never reuse an earlier judgement");
    command->add_flag("--json", flags->json, "reports as JSON on standard output");
    command->add_option("--report", flags->reports,
                        "FORMAT=PATH; text, json, junit, html, markdown; may be given several times");
    command->add_flag("--repair", flags->repair, "compile a cleaned copy of code that was pasted from a web page");
    command->add_flag("--skip-missing", flags->skip_missing, "status 77 where a compiler is absent");
    command->add_flag("--require-isolation", flags->bench.require_isolation, "refuse to run what cannot be contained");
    command->callback([flags, &context] {
        if (Status done = run(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
