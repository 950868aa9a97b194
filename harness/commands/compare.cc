// judge compare: several submissions to one problem, side by side, and which is faster.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <chrono>
#include <memory>

#include "base/files.h"
#include "commands/calibrating.h"
#include "commands/comparison.h"
#include "commands/context.h"
#include "commands/derive.h"
#include "judging/excerpt.h"

namespace judge {
namespace {

struct CompareFlags {
    TargetRequest targets;
    WorkbenchOptions bench;
    std::string profile, case_glob, count, time = "60s", precision = "1%";
    std::vector<std::string> reports;
    bool json = false, fresh = false, verdicts_only = false;
};

// "1%", "0.5 %": a share above 0 and at most 1.
Result<double> share_of(const std::string& text) {
    double value = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
    if (error != std::errc{} || (unit != "%" && unit != " %") || !(value > 0) || value > 100)
        return Error{ErrorCode::usage, fmt::format("cannot read the precision '{}'", text), "write 1% or 0.5%"};
    return value / 100;
}

// The number that is the whole input, which is what times grow with then, else the input's bytes.
double size_of_input(const std::string& path) {
    const Result<Bytes> bytes = size_of_file(path);
    if (!bytes) return 0;
    if (bytes->count > 20) return static_cast<double>(bytes->count);
    const Result<std::string> text = read_file(path, kib(1));
    std::uint64_t number = 0;
    if (text) {
        const char* end = text->data() + text->size();
        const auto [rest, error] = std::from_chars(text->data(), end, number);
        const std::string_view left(rest, static_cast<std::size_t>(end - rest));
        if (error == std::errc{} && left.find_first_not_of(" \r\n") == std::string_view::npos)
            return static_cast<double>(number);
    }
    return static_cast<double>(bytes->count);
}

bool solved(const Report& report, const std::string& name) {
    for (const Judgement& judgement : report.cases)
        if (judgement.case_name == name) return judgement.verdict == Verdict::accepted;
    return false;
}

// Who takes part in the measuring, on which cases: all that solved something, and what all of those solved.
void choose(Comparison& comparison, const Problem& problem) {
    for (std::size_t i = 0; i < comparison.reports.size(); ++i)
        if (comparison.reports[i]->cases_passed > 0) comparison.contenders.push_back(i);
    for (const TestCase& test_case : problem.cases) {
        const bool by_all = std::all_of(comparison.contenders.begin(), comparison.contenders.end(),
                                        [&](std::size_t i) { return solved(*comparison.reports[i], test_case.name); });
        if (by_all)
            comparison.cases.push_back({test_case.name, test_case.input.path, size_of_input(test_case.input.path)});
    }
}

struct Programs {
    std::vector<Executable> executables;  // of the contenders
    CompareRequest request;
};

Result<Programs> programs_of(const Comparison& comparison, const Archive::Order& order, const Workbench& bench) {
    Programs programs;
    const Compiler compile = make_compiler(bench.toolchain());
    for (const std::size_t index : comparison.contenders) {
        const Task& task = order.tasks[index];
        BuildOrder build;
        build.submission = task.submission;
        build.profile_id = comparison.reports[index]->profile;
        build.file_access = task.problem->file_access ? FileAccess::allowed : FileAccess::refused;
        JUDGE_ASSIGN(built, compile(build, bench.runner()));
        programs.executables.push_back(std::move(built.outcome.executable));
    }
    for (std::size_t i = 0; i < comparison.contenders.size(); ++i) {
        Contender contender{&programs.executables[i], {}};
        for (const CompareCase& one : comparison.cases)
            for (const Judgement& judgement : comparison.contender(i).cases)
                if (judgement.case_name == one.name) contender.limits.push_back(judgement.limits);
        programs.request.contenders.push_back(std::move(contender));
    }
    programs.request.cases = comparison.cases;
    return programs;
}

Status measure(Comparison& comparison, const CompareFlags& flags, const Archive::Order& order, Workbench& bench) {
    JUDGE_ASSIGN(programs, programs_of(comparison, order, bench));
    JUDGE_ASSIGN(time, parse_time(flags.time));
    JUDGE_ASSIGN(precision, share_of(flags.precision));
    programs.request.budget.time = time;
    programs.request.budget.precision = precision;
    JUDGE_ASSIGN(slot, bench.slots().acquire(bench.cancel()));
    programs.request.cpu = slot.processor();
    const auto now = [] { return Nanos(std::chrono::steady_clock::now().time_since_epoch()); };
    JUDGE_ASSIGN(rounds, run_rounds(programs.request, bench.runner(), now));
    comparison.pairs = compare_speed(rounds);
    comparison.growth = compare_growth(rounds, comparison.cases);
    for (std::size_t c = 0; c < rounds.steady.size(); ++c)
        if (!rounds.steady[c])
            comparison.notes.push_back(
                fmt::format("{} is left out: some program failed on it when run again", comparison.cases[c].name));
    if (rounds.count == 0)
        comparison.notes.push_back(
            fmt::format("speed is not compared: one round takes longer than {}; --time allows more", flags.time));
    comparison.rounds = std::move(rounds);
    return Done{};
}

Status deliver_comparison(const Comparison& comparison, const CompareFlags& flags,
                          const std::vector<Destination>& destinations, const Context& context) {
    std::vector<Report> all;
    for (const auto& report : comparison.reports) all.push_back(*report);
    const std::vector<Ratio> ratios = ratios_of(comparison);
    Material material;
    material.reports = all;
    material.ratios = ratios;
    JUDGE_TRY(deliver(material, destinations, context));
    if (flags.json)
        print(comparison_json(comparison));
    else if (!takes_stdout(destinations))
        print(comparison_text(comparison, render_options(context)));
    return Done{};
}

void foretell(Comparison& comparison, const Context& context, const Workbench& bench) {
    comparison.reports = with_predictions(comparison.reports, context, bench.toolchain());
    for (std::size_t i = 0; i < comparison.reports.size(); ++i)
        for (const Finding& finding : comparison.reports[i]->findings)
            if (finding.code == "prediction") comparison.notes.push_back(letter_of(i) + ": " + finding.text);
}

Status check_targets(const Resolved& resolved) {
    for (const Target& target : resolved.targets)
        if (target.problem->folder != resolved.targets.front().problem->folder)
            return Error{ErrorCode::usage,
                         fmt::format("cannot compare submissions to two problems, '{}' and '{}'",
                                     resolved.targets.front().problem->id, target.problem->id),
                         "judge compare PROBLEM compares all submissions to one"};
    if (resolved.targets.size() < 2)
        return Error{ErrorCode::usage, "cannot compare one submission with nothing", "name another one"};
    return Done{};
}

std::uint64_t source_bytes(const Submission& submission) {
    std::uint64_t bytes = 0;
    for (const std::string& file : submission.files)
        if (const Result<Bytes> size = size_of_file(file)) bytes += size->count;
    return bytes;
}

Status compare(CompareFlags& flags, Context& context) {
    flags.targets.cwd = context.cwd;
    JUDGE_ASSIGN(destinations, read_destinations(flags.reports, false));
    if (flags.json && takes_stdout(destinations))
        return Error{ErrorCode::usage, "cannot write two reports to standard output", "give --report a file"};
    JUDGE_TRY(parse_time(flags.time));
    JUDGE_TRY(share_of(flags.precision));
    JUDGE_ASSIGN(resolved, resolve(flags.targets));
    JUDGE_TRY(check_targets(resolved));
    JUDGE_ASSIGN(archive, Archive::open(context, resolved.project));
    JUDGE_ASSIGN(bench, Workbench::open(context, resolved.project, flags.bench));
    Archive::Order order;
    order.options = judge_options(context, resolved.project);
    order.options.profile = flags.profile;
    order.options.case_glob = flags.case_glob;
    order.options.run_all = true;
    JUDGE_ASSIGN(counting, counting_of(flags.count, context));
    order.options.counting = std::move(counting);
    order.tasks = tasks_of(std::move(resolved.targets));
    if (!flags.fresh) order.find_earlier = [&](const std::string& key) { return archive->earlier(key); };
    JUDGE_TRY(settle_time_limits(order, context, [&](const Archive::Order& what, Listener& listener) {
        return archive->judge(what, *bench, listener);
    }));
    const std::shared_ptr<const Problem> problem = order.tasks.front().problem;
    const std::unique_ptr<LiveDisplay> display = make_display(context, destinations);

    Comparison comparison;
    JUDGE_ASSIGN(reports, archive->judge(order, *bench, *display));
    comparison.reports = std::move(reports);
    for (const Task& task : order.tasks) comparison.source_bytes.push_back(source_bytes(task.submission));
    choose(comparison, *problem);
    foretell(comparison, context, *bench);
    if (problem->mode != Mode::batch)
        comparison.notes.push_back("speed is not compared: rounds are for batch problems, this one is interactive");
    else if (comparison.contenders.size() < 2 || comparison.cases.empty())
        comparison.notes.push_back("speed is not compared: no two submissions solve a case in common");
    else if (!flags.verdicts_only && !bench->interrupted())
        JUDGE_TRY(measure(comparison, flags, order, *bench));
    JUDGE_TRY(deliver_comparison(comparison, flags, destinations, context));
    if (bench->interrupted()) context.status = ExitStatus::interrupted;
    return Done{};
}

}  // namespace

void add_compare(CLI::App& app, Context& context) {
    auto flags = std::make_shared<CompareFlags>();
    CLI::App* command = app.add_subcommand("compare", "submissions to one problem side by side, and which is faster");
    command->add_option("TARGET", flags->targets.targets, "submissions, files, or a problem for all of its submissions")
        ->required();
    command->add_option("--problem", flags->targets.problem, "the problem that files from elsewhere solve");
    command->add_option("--profile", flags->profile, "whose flags and limits: boj, jungol, icpc, local");
    command->add_option("--language", flags->targets.language, "language id; default: found from the file");
    command->add_option("--case", flags->case_glob, "only cases whose name matches");
    command->add_option("--time", flags->time, "measure no longer than this (default 60s)");
    command->add_option("--precision", flags->precision, "half width of the 99 % interval to reach (default 1%)");
    command->add_option("--count", flags->count,
                        "instructions: count them; without a hardware counter by valgrind, which is slow");
    command->add_flag("--verdicts-only", flags->verdicts_only, "no rounds: only the table");
    command->add_flag("--fresh", flags->fresh, "never reuse an earlier judgement");
    command->add_flag("--json", flags->json, "as JSON");
    command->add_option("--report", flags->reports, "FORMAT=PATH; may be given several times")->allow_extra_args(false);
    command->add_option("-j,--jobs", flags->bench.jobs, "measuring slots for the verdicts; 0 = one a processor");
    command->callback([flags, &context] {
        if (Status done = compare(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
