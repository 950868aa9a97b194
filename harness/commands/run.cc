// judge run: submissions on their stored cases, a table out.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands/calibrating.h"
#include "commands/context.h"
#include "commands/deliver.h"
#include "commands/derive.h"
#include "commands/judged.h"

namespace judge {
namespace {

struct RunFlags : JudgingFlags {
    std::string count;
    std::vector<std::string> reports;
    bool fresh = false, json = false, repair = false, skip_missing = false;
};

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
Result<Reports> judge_and_record(Archive::Order order, bool fresh, const Project& project, Context& context,
                                 Workbench& bench, LiveDisplay& display) {
    const Result<std::unique_ptr<Archive>> archive = Archive::open(context, project);
    if (!archive) {
        complain(context, archive.error());
        warn(context, "this run is not recorded");
    } else if (!fresh) {
        order.find_earlier = [&](const std::string& key) { return (*archive)->earlier(key); };
    }
    const auto judged = [&](const Archive::Order& what, Listener& listener) -> Result<Reports> {
        if (archive) return (*archive)->judge(what, bench, listener);
        JudgeServices services = services_of(bench);
        services.listener = &listener;
        return judge(what.tasks, what.options, services);
    };
    JUDGE_TRY(settle_time_limits(order, context, judged));
    return judged(order, display);
}

Status run(const RunFlags& flags, Context& context) {
    JUDGE_ASSIGN(destinations, read_destinations(flags.reports, flags.json));
    JUDGE_ASSIGN(resolved, resolve(flags.targets));
    Archive::Order order;
    order.options = judge_options(flags, context, resolved.project);
    order.options.repair = flags.repair ? Repair::yes : Repair::no;
    JUDGE_ASSIGN(counting, counting_of(flags.count, context));
    order.options.counting = std::move(counting);
    order.tasks = tasks_of(std::move(resolved.targets));
    JUDGE_ASSIGN(bench, Workbench::open(context, resolved.project, flags.bench));
    const std::unique_ptr<LiveDisplay> display = make_display(context, destinations);
    JUDGE_ASSIGN(reports, judge_and_record(std::move(order), flags.fresh, resolved.project, context, *bench, *display));
    JUDGE_TRY(deliver(with_predictions(reports, context, bench->toolchain()), destinations, context));
    context.status = bench->interrupted() ? ExitStatus::interrupted : status_of(reports, flags.skip_missing);
    return Done{};
}

}  // namespace

void add_run(CLI::App& app, Context& context) {
    auto flags = std::make_shared<RunFlags>();
    flags->targets.cwd = context.cwd;
    CLI::App* command = app.add_subcommand("run", "judge submissions on their stored cases");
    add_judging_flags(*command, *flags);
    command->add_flag("--fresh", flags->fresh, "never reuse an earlier judgement");
    command->add_option("--count", flags->count,
                        "instructions: count them; without a hardware counter by valgrind, which is slow");
    command->add_flag("--json", flags->json, "reports as JSON on standard output");
    add_report_option(*command, flags->reports);
    command->add_flag("--repair", flags->repair, "compile a cleaned copy of code that was pasted from a web page");
    command->add_flag("--skip-missing", flags->skip_missing, "status 77 where a compiler is absent");
    command->add_flag("--require-isolation", flags->bench.require_isolation, "refuse to run what cannot be contained");
    command->callback([flags, &context] {
        if (Status done = run(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
