// judge report: any stored run, in any format.

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands/context.h"
#include "commands/deliver.h"
#include "commands/material.h"
#include "commands/stored.h"
#include "report/batch_text.h"

namespace judge {
namespace {

constexpr std::size_t kMostBatches = 20;  // of the list

struct ReportFlags {
    std::string name, format;
    std::vector<std::string> reports;
    bool json = false, list = false;
};

std::string local_time(std::int64_t unix_ns) {
    const std::time_t seconds = static_cast<std::time_t>(unix_ns / 1'000'000'000);
    std::tm broken_down{};
    ::localtime_r(&seconds, &broken_down);
    return fmt::format("{:%Y-%m-%d %H:%M:%S}", broken_down);
}

// The one submission, or the problems, each once.
std::string names_of(const Batch& batch) {
    if (batch.runs.size() == 1) return batch.runs[0].problem_id + "/" + batch.runs[0].submission_id;
    std::string names;
    std::string_view last;
    for (const RunRow& row : batch.runs) {
        if (row.problem_id != last) names += (names.empty() ? "" : ", ") + row.problem_id;
        last = row.problem_id;
    }
    return names;
}

BatchLine line_of(const Batch& batch) {
    BatchLine line{batch.id, local_time(batch.started_unix_ns), batch.runs.size(), 0, names_of(batch)};
    for (const RunRow& row : batch.runs) line.as_expected += row.as_expected;
    return line;
}

std::string json_list(const std::vector<Batch>& batches) {
    nlohmann::json list = nlohmann::json::array();
    for (const Batch& batch : batches) {
        nlohmann::json submissions = nlohmann::json::array();
        for (const RunRow& row : batch.runs)
            submissions.push_back({{"problem", row.problem_id},
                                   {"submission", row.submission_id},
                                   {"verdict", row_of(row.verdict).id},
                                   {"as_expected", row.as_expected}});
        list.push_back(
            {{"run", batch.id}, {"started_unix_ns", batch.started_unix_ns}, {"submissions", std::move(submissions)}});
    }
    return nlohmann::json{{"runs", std::move(list)}}.dump(2) + "\n";
}

Status list_batches(History& history, const ReportFlags& flags, const Context& context) {
    JUDGE_ASSIGN(batches, history.batches(kMostBatches));
    if (flags.json) {
        print(json_list(batches));
        return Done{};
    }
    if (batches.empty()) return stored_rows(history, "", context).error();
    const RenderOptions options = render_options(context);
    const Messages messages(options.tongue);
    std::vector<BatchLine> lines;
    for (const Batch& batch : batches) lines.push_back(line_of(batch));
    for (const std::string& line : batch_lines(lines, messages, options)) print(line + "\n");
    return Done{};
}

Status run_report(const ReportFlags& flags, Context& context) {
    std::vector<std::string> words = flags.reports;
    if (!flags.format.empty()) words.push_back(flags.format + "=-");
    JUDGE_ASSIGN(destinations, read_destinations(words, flags.json));
    JUDGE_ASSIGN(project, project_here(context));
    JUDGE_ASSIGN(history, open_history(context, project));
    if (flags.list) return list_batches(history, flags, context);
    JUDGE_ASSIGN(rows, stored_rows(history, flags.name, context));
    JUDGE_ASSIGN(reports, reports_of_rows(history, rows));
    JUDGE_ASSIGN(whole, OwnedMaterial::of(std::move(reports), history, project));
    if (destinations.empty()) destinations.push_back({find_report_format("text"), "-"});
    JUDGE_TRY(deliver(whole.material(), destinations, context));
    const bool met = std::all_of(rows.begin(), rows.end(), [](const RunRow& row) { return row.as_expected; });
    if (!met) context.status = ExitStatus::not_as_expected;
    return Done{};
}

}  // namespace

void add_report(CLI::App& app, Context& context) {
    auto flags = std::make_shared<ReportFlags>();
    CLI::App* command = app.add_subcommand("report", "show a stored run again, in any format");
    command->add_option("RUN", flags->name,
                        "a number of --list, or a submission or problem: its newest run; nothing means the last run");
    command->add_option("--format", flags->format, "on standard output: text, json, junit, html, markdown");
    add_report_option(*command, flags->reports);
    command->add_flag("--json", flags->json, "as JSON");
    command->add_flag("--list", flags->list, "the numbers of the newest runs");
    command->callback([flags, &context] {
        if (Status done = run_report(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
