// judge regress: what got worse since the baseline.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "base/utf8.h"
#include "commands/baseline.h"
#include "commands/context.h"
#include "commands/judged.h"
#include "judging/regression.h"
#include "model/json.h"

namespace judge {
namespace {

constexpr std::size_t kBaselineRuns = 20;  // stored runs of the baseline's program that times are held against
constexpr std::size_t kWordWidth = 5;      // columns of the first word of a line
constexpr int kRepeats = 2;                // more runs of what looks slower, before it is called so

struct RegressFlags {
    std::string baseline = kDefaultBaseline;
    TargetRequest targets;
    WorkbenchOptions bench;
    std::string count;
    bool changed = false, fresh = false, json = false;
};

// One submission, held against the baseline.
struct Held {
    Task task;
    std::shared_ptr<const Report> report;
    const BaselineRun* before = nullptr;  // null: new since the baseline
    std::vector<Report> before_repeats, now_repeats;
    RegressionOutcome outcome;

    bool unchanged() const { return before && report->reused && report->content_key == before->report.content_key; }
    std::string name() const { return report->problem_id + "/" + report->submission_id; }
};

void weigh(Held& held) {
    if (held.before) {
        held.outcome =
            regressions_between({&held.before->report, held.report.get(), held.before_repeats, held.now_repeats});
        return;
    }
    Regression added;
    added.text = fmt::format("not in the baseline, and {} is not as expected", row_of(held.report->verdict).code);
    if (!held.report->as_expected) held.outcome.regressions = {added};
}

bool looks_slower(const Held& held) {
    return std::any_of(held.outcome.regressions.begin(), held.outcome.regressions.end(),
                       [](const Regression& r) { return r.kind == RegressionKind::time; });
}

// Runs what looks slower again, and weighs it with those runs.
Status settle_times(std::vector<Held>& all, Archive::Order order, Archive& archive, Workbench& bench,
                    LiveDisplay& display) {
    order.find_earlier = nullptr;
    for (int round = 0; round < kRepeats && !bench.interrupted(); ++round) {
        std::vector<Held*> suspects;
        order.tasks.clear();
        for (Held& held : all)
            if (looks_slower(held)) {
                suspects.push_back(&held);
                order.tasks.push_back(held.task);
            }
        if (suspects.empty()) return Done{};
        JUDGE_ASSIGN(reports, archive.judge(order, bench, display));
        for (std::size_t i = 0; i < reports.size() && i < suspects.size(); ++i) {
            suspects[i]->now_repeats.push_back(*reports[i]);
            weigh(*suspects[i]);
        }
    }
    return Done{};
}

// What stands for the content `key`: the baseline's own judgement, else any that may be used again.
Archive::Order order_of(const RegressFlags& flags, const Context& context, Resolved& resolved, const Baseline& baseline,
                        Archive& archive) {
    Archive::Order order;
    order.options = judge_options(context, resolved.project);
    order.tasks = tasks_of(std::move(resolved.targets));
    if (flags.fresh) return order;
    order.find_earlier = [&baseline, &archive](const std::string& key) -> std::optional<Report> {
        for (const auto& [names, run] : baseline)
            if (run.report.content_key == key) return run.report;
        return archive.earlier(key);
    };
    return order;
}

Result<std::vector<Held>> hold(const std::vector<Task>& tasks, const Reports& reports, const Baseline& baseline,
                               History& history) {
    std::vector<Held> all;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        Held held{tasks[i], reports[i], nullptr, {}, {}, {}};
        const auto before = baseline.find({reports[i]->problem_id, reports[i]->submission_id});
        if (before != baseline.end()) held.before = &before->second;
        if (held.before && !held.unchanged()) {
            JUDGE_ASSIGN(like, runs_like(history, held.before->report, held.before->entry.run.id, kBaselineRuns));
            held.before_repeats = std::move(like);
            // Runs of the unchanged program are the baseline's own; the new one among them is what is weighed.
            std::erase_if(held.before_repeats,
                          [&](const Report& r) { return r.started_unix_ns >= held.report->started_unix_ns; });
        }
        if (!held.unchanged()) weigh(held);
        all.push_back(std::move(held));
    }
    return all;
}

std::vector<std::string> gone(const Baseline& baseline, const std::vector<Held>& all, const RegressFlags& flags) {
    std::vector<std::string> names;
    if (!flags.targets.targets.empty() || !flags.targets.problem.empty()) return names;
    std::set<std::string> here;
    for (const Held& held : all) here.insert(held.name());
    for (const auto& [key, run] : baseline)
        if (const std::string name = key.first + "/" + key.second; !here.contains(name)) names.push_back(name);
    return names;
}

struct Count {
    std::size_t regressions = 0, unchanged = 0;
};

Count count_of(const std::vector<Held>& all) {
    Count count;
    for (const Held& held : all) {
        count.regressions += held.outcome.regressions.size();
        count.unchanged += held.unchanged();
    }
    return count;
}

std::string text_of(const std::vector<Held>& all, const std::vector<std::string>& gone, const RegressFlags& flags,
                    const Messages& messages) {
    // The first word of each line, in a column of its own.
    const auto word = [&](std::string_view id) { return pad_right(messages.text(id), kWordWidth) + "  "; };
    std::string text;
    for (const Held& held : all) {
        for (const Regression& regression : held.outcome.regressions)
            text += word("regress.worse") + fmt::format("{}{}: {}: {}\n", held.name(),
                                                        regression.case_name.empty() ? "" : " " + regression.case_name,
                                                        messages.translated(id_of(regression.kind)),
                                                        messages.translated(regression.text));
        for (const Finding& finding : held.outcome.findings)
            text += word("regress.note") + held.name() + ": " + messages.translated(finding.text) + "\n";
        if (held.outcome.regressions.empty() && !flags.changed)
            text += word(held.unchanged() ? "regress.same"
                         : held.before    ? "regress.fine"
                                          : "regress.new") +
                    held.name() + "\n";
    }
    for (const std::string& name : gone) text += word("regress.gone") + name + "\n";
    const Count count = count_of(all);
    return text +
           messages.text(count.regressions == 0 ? "regress.none" : "regress.some", all.size(), count.unchanged,
                         flags.baseline, count.regressions) +
           "\n";
}

nlohmann::json json_of(const Held& held) {
    nlohmann::json regressions = nlohmann::json::array();
    for (const Regression& regression : held.outcome.regressions) {
        nlohmann::json one = {{"kind", id_of(regression.kind)}, {"text", regression.text}};
        if (!regression.case_name.empty()) one["case"] = regression.case_name;
        if (regression.before > 0) one["ratio"] = regression.now / regression.before;
        regressions.push_back(std::move(one));
    }
    return {{"problem", held.report->problem_id},
            {"submission", held.report->submission_id},
            {"verdict", row_of(held.report->verdict).id},
            {"unchanged", held.unchanged()},
            {"new", held.before == nullptr},
            {"regressions", std::move(regressions)},
            {"findings", to_json(held.outcome.findings)}};
}

std::string json_text(const std::vector<Held>& all, const std::vector<std::string>& gone, const RegressFlags& flags) {
    nlohmann::json submissions = nlohmann::json::array();
    for (const Held& held : all)
        if (!flags.changed || !held.unchanged()) submissions.push_back(json_of(held));
    const Count count = count_of(all);
    return nlohmann::json{{"baseline", flags.baseline},   {"regressions", count.regressions},
                          {"unchanged", count.unchanged}, {"judged", all.size() - count.unchanged},
                          {"submissions", submissions},   {"gone", gone}}
               .dump(2) +
           "\n";
}

Status regress(RegressFlags& flags, Context& context) {
    flags.targets.cwd = context.cwd;
    JUDGE_ASSIGN(resolved, resolve(flags.targets));
    JUDGE_ASSIGN(archive, Archive::open(context, resolved.project));
    const Project project = resolved.project;
    JudgeOptions here = judge_options(context, project);
    JUDGE_ASSIGN(baseline, read_baseline(archive->history(), flags.baseline, here.machine.fingerprint));
    JUDGE_ASSIGN(bench, Workbench::open(context, project, flags.bench));
    Archive::Order order = order_of(flags, context, resolved, baseline, *archive);
    JUDGE_ASSIGN(counting, counting_of(flags.count, context));
    order.options.counting = std::move(counting);
    const std::unique_ptr<LiveDisplay> display = make_display(context, {});
    JUDGE_ASSIGN(reports, archive->judge(order, *bench, *display));
    JUDGE_ASSIGN(all, hold(order.tasks, reports, baseline, archive->history()));
    JUDGE_TRY(settle_times(all, order, *archive, *bench, *display));

    const std::vector<std::string> lost = gone(baseline, all, flags);
    print(flags.json ? json_text(all, lost, flags) : text_of(all, lost, flags, Messages(tongue_of(context))));
    if (count_of(all).regressions > 0) context.status = ExitStatus::not_as_expected;
    if (bench->interrupted()) context.status = ExitStatus::interrupted;
    return Done{};
}

}  // namespace

void add_regress(CLI::App& app, Context& context) {
    auto flags = std::make_shared<RegressFlags>();
    CLI::App* command = app.add_subcommand("regress", "judge everything and tell what got worse since the baseline");
    command->add_option("TARGET", flags->targets.targets, "submissions, problems; nothing means everything");
    command->add_option("--problem", flags->targets.problem, "only this problem");
    command->add_option("--baseline", flags->baseline, "held against this one (default: default)");
    command->add_flag("--changed", flags->changed, "tell only of what changed since the baseline, by content");
    command->add_flag("--fresh", flags->fresh, "judge what did not change, too");
    command->add_option("--count", flags->count, "instructions: compare their counts too; as the baseline was set");
    command->add_flag("--json", flags->json, "as JSON");
    command->add_option("-j,--jobs", flags->bench.jobs, "measuring slots; 0 = one a processor");
    command->callback([flags, &context] {
        if (Status done = regress(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
