// judge diff: the first failure of a stored run, shown again.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands/context.h"
#include "commands/stored.h"
#include "judging/score.h"
#include "model/json.h"
#include "report/failure.h"
#include "report/words.h"

namespace judge {
namespace {

struct DiffFlags {
    std::string target, case_name;
    bool json = false;
};

// What is to be shown: a case of a report, or the report alone where no case ran.
struct Shown {
    const Report* report = nullptr;
    const Judgement* judgement = nullptr;
};

const Judgement* find_case(const Report& report, const std::string& name) {
    for (const Judgement& judgement : report.cases)
        if (judgement.case_name == name) return &judgement;
    return nullptr;
}

const Judgement* first_not_accepted(const Report& report) {
    for (const Judgement& judgement : report.cases)
        if (!passed(judgement.verdict)) return &judgement;
    return nullptr;
}

// What is not as expected comes first. One that was named is shown though its failure was expected.
Shown choose(const std::vector<Report>& reports, const DiffFlags& flags) {
    for (const Report& report : reports) {
        if (flags.case_name.empty()) {
            if (!report.as_expected) return {&report, first_failure(report)};
        } else if (const Judgement* judgement = find_case(report, flags.case_name)) {
            return {&report, judgement};
        }
    }
    if (flags.target.empty() || !flags.case_name.empty()) return {};
    for (const Report& report : reports)
        if (const Judgement* judgement = first_not_accepted(report)) return {&report, judgement};
    return {};
}

std::string text_of(const Shown& shown, const Project& project, const RenderOptions& options) {
    const Messages messages(options.tongue);
    std::vector<std::string> lines;
    const bool is_first = !shown.judgement || shown.judgement == first_failure(*shown.report);
    if (!shown.report->as_expected && is_first)
        lines = failure_lines(*shown.report, messages, options);
    else
        lines = named_case_lines(*shown.report, *shown.judgement, messages, options);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    if (!is_unchanged(*shown.report, project)) text += messages.text("diff.changed") + "\n";
    return text;
}

std::string json_of(const Shown& shown, const Project& project) {
    nlohmann::json value = {{"problem", shown.report->problem_id},
                            {"submission", shown.report->submission_id},
                            {"verdict", row_of(shown.report->verdict).id},
                            {"as_expected", shown.report->as_expected},
                            {"source_changed", !is_unchanged(*shown.report, project)}};
    if (shown.judgement) value["case"] = to_json(*shown.judgement);
    return value.dump(2) + "\n";
}

Status run_diff(const DiffFlags& flags, Context& context) {
    JUDGE_ASSIGN(project, project_here(context));
    JUDGE_ASSIGN(history, open_history(context, project));
    JUDGE_ASSIGN(rows, stored_rows(history, flags.target, context));
    JUDGE_ASSIGN(reports, reports_of_rows(history, rows));
    const Shown shown = choose(reports, flags);
    if (!shown.report && !flags.case_name.empty())
        return Error{ErrorCode::not_found, fmt::format("cannot show case '{}': it did not run", flags.case_name),
                     "judge list --cases shows the names; judge run --all goes on after a failure"};
    if (!shown.report) {
        const Messages messages(render_options(context).tongue);
        print(flags.json ? "null\n" : messages.text("diff.nothing") + "\n");
        return Done{};
    }
    print(flags.json ? json_of(shown, project) : text_of(shown, project, render_options(context)));
    if (!shown.report->as_expected) context.status = ExitStatus::not_as_expected;
    return Done{};
}

}  // namespace

void add_diff(CLI::App& app, Context& context) {
    auto flags = std::make_shared<DiffFlags>();
    CLI::App* command = app.add_subcommand("diff", "show the first failure again: input, answer and output");
    command->add_option("TARGET", flags->target,
                        "the newest run of this submission or problem, or the run of this number; nothing: the last");
    command->add_option("--case", flags->case_name, "this case, whatever came of it");
    command->add_flag("--json", flags->json, "as JSON");
    command->callback([flags, &context] {
        if (Status done = run_diff(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
