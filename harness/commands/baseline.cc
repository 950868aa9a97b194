// judge baseline: which judgements count as how things were.

#include "commands/baseline.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "commands/context.h"
#include "commands/judged.h"
#include "judging/regression.h"
#include "os/machine.h"

namespace judge {
namespace {

constexpr std::size_t kLookedThrough = 50;  // newest runs of a submission among which its like are sought

struct BaselineFlags {
    std::string name = kDefaultBaseline;
    TargetRequest targets;
    WorkbenchOptions bench;
    std::string count;
    int runs = 5;
    bool json = false;
};

// The newest stored run of exactly this judgement's content.
Result<std::optional<RunRow>> row_of_content(History& history, const Report& report) {
    JUDGE_ASSIGN(rows, history.series(RunQuery::like(report, kLookedThrough)));
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        JUDGE_ASSIGN(stored, history.report(row->id));
        if (stored.content_key == report.content_key && stored.source_digest == report.source_digest)
            return std::optional(*row);
    }
    return std::optional<RunRow>();
}

// Judges what has fewer than `runs` stored judgements once more, until all have as many.
Result<Reports> measure(Archive::Order order, int runs, Archive& archive, Workbench& bench, LiveDisplay& display) {
    order.find_earlier = [&](const std::string& key) { return archive.earlier(key); };
    JUDGE_ASSIGN(first, archive.judge(order, bench, display));
    order.find_earlier = nullptr;
    const std::vector<Task> all = order.tasks;
    for (int round = 1; round < runs && !bench.interrupted(); ++round) {
        order.tasks.clear();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (first[i]->content_key.empty()) continue;
            JUDGE_ASSIGN(like, runs_like(archive.history(), *first[i], 0, static_cast<std::size_t>(runs)));
            if (like.size() < static_cast<std::size_t>(runs)) order.tasks.push_back(all[i]);
        }
        if (order.tasks.empty()) break;
        JUDGE_TRY(archive.judge(order, bench, display));
    }
    return first;
}

Status set(BaselineFlags& flags, Context& context) {
    flags.targets.cwd = context.cwd;
    if (flags.runs < 1 || flags.runs > 100)
        return Error{ErrorCode::usage, fmt::format("cannot measure {} times: it must be 1 to 100", flags.runs), ""};
    if (flags.runs < static_cast<int>(kFewestReadings))
        warn(context, fmt::format("fewer than {} runs tell no interval: judge regress will call nothing slower",
                                  kFewestReadings));
    JUDGE_ASSIGN(resolved, resolve(flags.targets));
    JUDGE_ASSIGN(archive, Archive::open(context, resolved.project));
    JUDGE_ASSIGN(bench, Workbench::open(context, resolved.project, flags.bench));
    Archive::Order order;
    order.options = judge_options(context, resolved.project);
    JUDGE_ASSIGN(counting, counting_of(flags.count, context));
    order.options.counting = std::move(counting);
    order.tasks = tasks_of(std::move(resolved.targets));
    const std::unique_ptr<LiveDisplay> display = make_display(context, {});
    JUDGE_ASSIGN(reports, measure(std::move(order), flags.runs, *archive, *bench, *display));
    if (bench->interrupted()) return Error{ErrorCode::interrupted, "stopped: the baseline is as it was", ""};

    std::vector<std::int64_t> ids;
    std::size_t unexpected = 0;
    for (const auto& report : reports) {
        JUDGE_ASSIGN(row, row_of_content(archive->history(), *report));
        if (row) ids.push_back(row->id);
        unexpected += !report->as_expected;
    }
    JUDGE_TRY(archive->history().set_baseline(flags.name, ids, unix_now_ns()));
    const Messages messages(tongue_of(context));
    const nlohmann::json value = {
        {"baseline", flags.name}, {"submissions", ids.size()}, {"not_as_expected", unexpected}};
    print(flags.json ? value.dump(2) + "\n" : messages.text("baseline.set", flags.name, ids.size(), unexpected) + "\n");
    return Done{};
}

nlohmann::json json_of(const BaselineRun& run) {
    nlohmann::json value = {{"problem", run.report.problem_id},
                            {"submission", run.report.submission_id},
                            {"run", run.entry.run.id},
                            {"set_unix_ns", run.entry.set_unix_ns},
                            {"verdict", row_of(run.report.verdict).id},
                            {"as_expected", run.report.as_expected},
                            {"git_commit", run.entry.run.facts.git_commit},
                            {"git_clean", run.entry.run.facts.git_clean}};
    if (run.report.slowest_cpu) value["slowest_cpu_ns"] = run.report.slowest_cpu->count();
    if (run.report.peak_memory) value["peak_memory_bytes"] = run.report.peak_memory->count;
    return value;
}

Status show(const BaselineFlags& flags, Context& context) {
    JUDGE_ASSIGN(project, find_project(context.cwd));
    JUDGE_ASSIGN(history, open_history(context, project));
    JUDGE_ASSIGN(baseline, read_baseline(history, flags.name, machine_facts().fingerprint));
    const std::string changed = " " + Messages(tongue_of(context)).text("baseline.changed");
    std::string text;
    nlohmann::json runs = nlohmann::json::array();
    for (const auto& [names, run] : baseline) {
        runs.push_back(json_of(run));
        const std::string& commit = run.entry.run.facts.git_commit;
        text +=
            fmt::format("{}  {}  {}  {}  {}\n", pad_right(names.first + "/" + names.second, 44),
                        pad_right(std::string(row_of(run.report.verdict).code), 3),
                        pad_left(run.report.slowest_cpu ? to_text(*run.report.slowest_cpu) : "", 8),
                        pad_left(run.report.peak_memory ? to_text(*run.report.peak_memory) : "", 8),
                        commit.empty() ? "" : commit.substr(0, 10) + (run.entry.run.facts.git_clean ? "" : changed));
    }
    print(flags.json ? nlohmann::json{{"baseline", flags.name}, {"runs", runs}}.dump(2) + "\n" : text);
    return Done{};
}

}  // namespace

Result<Baseline> read_baseline(History& history, const std::string& name, const std::string& machine) {
    JUDGE_ASSIGN(entries, history.baseline(name, machine));
    if (entries.empty()) {
        JUDGE_ASSIGN(elsewhere, history.has_baseline(name));
        return Error{ErrorCode::not_found,
                     elsewhere ? fmt::format("cannot compare with baseline '{}': it was set on another machine, and "
                                             "figures of two machines are never compared",
                                             name)
                               : fmt::format("cannot find baseline '{}': it was never set", name),
                     name == kDefaultBaseline ? "judge baseline set" : "judge baseline set " + name};
    }
    Baseline baseline;
    for (BaselineEntry& entry : entries) {
        JUDGE_ASSIGN(report, history.report(entry.run.id));
        std::pair<std::string, std::string> names = {entry.run.problem_id, entry.run.submission_id};
        baseline.emplace(std::move(names), BaselineRun{std::move(entry), std::move(report)});
    }
    return baseline;
}

Result<std::vector<Report>> runs_like(History& history, const Report& report, std::int64_t except_id,
                                      std::size_t most) {
    JUDGE_ASSIGN(rows, history.series(RunQuery::like(report, kLookedThrough)));
    std::vector<Report> like;
    for (auto row = rows.rbegin(); row != rows.rend() && like.size() < most; ++row) {
        if (row->id == except_id || row->source_digest != report.source_digest) continue;
        JUDGE_ASSIGN(stored, history.report(row->id));
        if (stored.content_key == report.content_key) like.push_back(std::move(stored));
    }
    return like;
}

void add_baseline(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("baseline", "how things were, for judge regress");
    command->require_subcommand(1);
    auto flags = std::make_shared<BaselineFlags>();
    CLI::App* setting = command->add_subcommand("set", "measure everything, and call that the baseline");
    setting->add_option("NAME", flags->name, "its name (default: default)");
    setting->add_option("--runs", flags->runs, "stored runs that each submission must have (default 5)");
    setting->add_option("--count", flags->count, "instructions: count them, to notice a change of 1 %");
    setting->add_option("--problem", flags->targets.problem, "only this problem");
    setting->add_option("-j,--jobs", flags->bench.jobs, "measuring slots; 0 = one a processor");
    setting->add_flag("--json", flags->json, "as JSON");
    setting->callback([flags, &context] {
        if (Status done = set(*flags, context); !done) fail(context, done.error());
    });
    CLI::App* showing = command->add_subcommand("show", "what it holds for this machine");
    showing->add_option("NAME", flags->name, "its name (default: default)");
    showing->add_flag("--json", flags->json, "as JSON");
    showing->callback([flags, &context] {
        if (Status done = show(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
