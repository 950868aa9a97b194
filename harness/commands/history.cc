// judge history: how submissions did over time, and forgetting what is old.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "commands/context.h"
#include "commands/record.h"
#include "commands/stored.h"
#include "commands/workbench.h"
#include "os/machine.h"
#include "report/trend_text.h"

namespace judge {
namespace {

constexpr std::size_t kMostRows = 1'000'000;
constexpr std::size_t kCaseRuns = 40;  // whose cases are shown: as many as a sparkline holds

struct HistoryFlags {
    std::string target, older_than = "365d";
    bool json = false, all_machines = false;
};

// A submission on a machine: times of two machines are never put into one line.
struct Key {
    std::string problem_id, submission_id, machine;
    auto operator<=>(const Key&) const = default;
};
using Series = std::map<Key, std::vector<RunRow>>;

struct Found {
    Series series;
    std::size_t elsewhere = 0;  // runs of other machines that are left out
};

Result<Found> find_series(History& history, const HistoryFlags& flags, const Context& context) {
    const NamedRuns wanted = runs_named(flags.target, context);
    const std::string here = machine_facts().fingerprint;
    RunQuery query;
    query.most = kMostRows;
    JUDGE_ASSIGN(rows, history.series(query));
    Found found;
    for (RunRow& row : rows) {
        if (!wanted.matches(row)) continue;
        if (!flags.all_machines && row.machine != here) {
            ++found.elsewhere;
            continue;
        }
        found.series[{row.problem_id, row.submission_id, row.machine}].push_back(std::move(row));
    }
    return found;
}

// The cases of the newest runs of one submission, in the order of the newest run that has them.
Result<std::vector<TrendLine>> case_lines(History& history, const Key& key, const std::vector<RunRow>& rows) {
    std::vector<TrendLine> lines;
    const std::size_t begin = rows.size() > kCaseRuns ? rows.size() - kCaseRuns : 0;
    for (std::size_t i = begin; i < rows.size(); ++i) {
        JUDGE_ASSIGN(report, history.report(rows[i].id));
        for (const Judgement& judgement : report.cases) {
            auto line = std::find_if(lines.begin(), lines.end(),
                                     [&](const TrendLine& l) { return l.name == judgement.case_name; });
            if (line == lines.end())
                line = lines.insert(lines.end(), TrendLine{key.problem_id, judgement.case_name, true, {}});
            line->points.push_back({rows[i].started_unix_ns, judgement.verdict, judgement.usage.cpu(),
                                    judgement.usage.peak_memory, rows[i].facts.git_commit});
        }
    }
    return lines;
}

Result<std::vector<TrendLine>> lines_of(History& history, const Series& series, const Context& context) {
    std::vector<TrendLine> lines;
    std::set<std::string> machines;
    for (const auto& [key, rows] : series) machines.insert(key.machine);
    for (const auto& [key, rows] : series) {
        const std::string where = machines.size() > 1 ? " @" + key.machine.substr(0, 8) : "";
        TrendLine line{key.problem_id, key.submission_id + where, false, {}};
        for (const RunRow& row : rows) line.points.push_back(point_of(row));
        lines.push_back(std::move(line));
        if (!context.verbose) continue;
        JUDGE_ASSIGN(cases, case_lines(history, key, rows));
        lines.insert(lines.end(), cases.begin(), cases.end());
    }
    return lines;
}

nlohmann::json json_of(const RunRow& row) {
    nlohmann::json run = {{"id", row.id},
                          {"started_unix_ns", row.started_unix_ns},
                          {"verdict", row_of(row.verdict).id},
                          {"as_expected", row.as_expected},
                          {"source_digest", row.source_digest}};
    if (row.cpu) run["slowest_cpu_ns"] = row.cpu->count();
    if (row.memory) run["peak_memory_bytes"] = row.memory->count;
    if (!row.facts.git_commit.empty()) {
        run["git_commit"] = row.facts.git_commit;
        run["git_clean"] = row.facts.git_clean;
    }
    return run;
}

std::string json_text(const Found& found) {
    nlohmann::json trends = nlohmann::json::array();
    for (const auto& [key, rows] : found.series) {
        nlohmann::json runs = nlohmann::json::array();
        for (const RunRow& row : rows) runs.push_back(json_of(row));
        trends.push_back({{"problem", key.problem_id},
                          {"submission", key.submission_id},
                          {"machine", key.machine},
                          {"runs", std::move(runs)}});
    }
    return nlohmann::json{{"trends", std::move(trends)}, {"runs_of_other_machines", found.elsewhere}}.dump(2) + "\n";
}

Status show(const HistoryFlags& flags, Context& context) {
    JUDGE_ASSIGN(project, project_here(context));
    JUDGE_ASSIGN(history, open_history(context, project));
    for (const Finding& finding : history.findings()) warn(context, finding.text);
    JUDGE_ASSIGN(found, find_series(history, flags, context));
    if (found.series.empty() && found.elsewhere == 0)
        return Error{ErrorCode::not_found,
                     flags.target.empty()
                         ? "cannot show the history: nothing was judged here yet"
                         : fmt::format("cannot show the history of '{}': it was never judged here", flags.target),
                     "judge run stores every judgement"};
    if (flags.json) {
        print(json_text(found));
        return Done{};
    }
    JUDGE_ASSIGN(lines, lines_of(history, found.series, context));
    print(render_trends(lines, render_options(context)));
    if (found.elsewhere > 0)
        warn(context,
             fmt::format("{} runs of other machines are not shown; --all-machines shows them", found.elsewhere));
    return Done{};
}

// "30d", "8w", "1y": whole days.
Result<std::int64_t> days_of(const std::string& text) {
    std::int64_t count = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, count);
    const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    const std::int64_t days = unit == "d" ? 1 : unit == "w" ? 7 : unit == "y" ? 365 : 0;
    if (error != std::errc{} || days == 0 || count < 0 || count > 100'000)
        return Error{ErrorCode::usage, fmt::format("cannot read the age '{}'", text), "write 30d, 8w or 1y"};
    return count * days;
}

Status prune(const HistoryFlags& flags, const Context& context) {
    JUDGE_ASSIGN(days, days_of(flags.older_than));
    JUDGE_ASSIGN(project, project_here(context));
    JUDGE_ASSIGN(history, open_history(context, project));
    const std::int64_t day_ns = std::int64_t{24} * 3600 * 1'000'000'000;
    const std::int64_t now = unix_now_ns();
    JUDGE_ASSIGN(removed, history.prune(now - std::min(days, now / day_ns) * day_ns));
    const Messages messages(tongue_of(context));
    if (flags.json)
        print(nlohmann::json{{"removed", removed}}.dump(2) + "\n");
    else
        print(messages.text("history.pruned", removed, flags.older_than) + "\n");
    return Done{};
}

}  // namespace

void add_history(CLI::App& app, Context& context) {
    auto flags = std::make_shared<HistoryFlags>();
    CLI::App* command = app.add_subcommand("history", "how submissions did over time; -v shows their cases too");
    command->add_option("TARGET", flags->target, "a submission or a problem; nothing means everything");
    command->add_flag("--json", flags->json, "as JSON");
    command->add_flag("--all-machines", flags->all_machines, "runs of other machines too, each in lines of its own");
    CLI::App* pruning = command->add_subcommand("prune", "forget old runs");
    pruning->add_flag("--json", flags->json, "as JSON");
    pruning->add_option("--older-than", flags->older_than, "30d, 8w, 1y (default: 365d)");
    command->callback([flags, pruning, &context] {
        const Status done = pruning->parsed() ? prune(*flags, context) : show(*flags, context);
        if (!done) fail(context, done.error());
    });
}

}  // namespace judge
