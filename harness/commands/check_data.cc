// judge check-data: what is wrong with a problem's cases, validators and checker, before anyone is judged on them.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "commands/context.h"
#include "commands/targets.h"
#include "commands/workbench.h"
#include "judging/data_check.h"
#include "model/json.h"

namespace judge {
namespace {

struct CheckDataFlags {
    std::vector<std::string> problems;
    bool json = false;
};

void show(const Problem& problem, const std::vector<Finding>& findings, const Messages& messages) {
    print(messages.text(findings.empty() ? "check_data.clean" : "check_data.found", printable(problem.id),
                        problem.cases.size(), findings.size()) +
          "\n");
    for (const Finding& finding : findings) {
        print("  " +
              messages.text("finding.line", messages.text(fmt::format("severity.{}", word_of(finding.severity))),
                            messages.translated(finding.text), finding.code) +
              "\n");
        if (!finding.remedy.empty())
            print("    " + messages.text("finding.remedy", messages.translated(finding.remedy)) + "\n");
    }
}

nlohmann::json as_json(const Problem& problem, const std::vector<Finding>& findings) {
    return {{"problem", problem.id}, {"cases", problem.cases.size()}, {"findings", to_json(findings)}};
}

bool has_error(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings)
        if (finding.severity == Severity::error) return true;
    return false;
}

Status check(const CheckDataFlags& flags, Context& context) {
    Project project;
    Result<Project> found = find_project(context.cwd);
    if (found) project = *found;
    if (!found && flags.problems.empty()) return found.error();
    const std::vector<std::string>& names = flags.problems.empty() ? project.problem_ids : flags.problems;
    if (names.empty())
        return Error{ErrorCode::usage, "cannot check anything: there are no problems here",
                     "name one: judge check-data PROBLEM"};
    WorkbenchOptions options;
    options.jobs = 1;
    JUDGE_ASSIGN(bench, Workbench::open(context, project, options));
    const Messages messages(tongue_of(context));
    nlohmann::json all = nlohmann::json::array();
    for (const std::string& name : names) {
        JUDGE_ASSIGN(problem, resolve_problem(project, name, context.cwd));
        JUDGE_ASSIGN(findings,
                     check_data(problem, bench->protocols(), make_compiler(bench->toolchain()), bench->runner()));
        if (flags.json)
            all.push_back(as_json(*problem, findings));
        else
            show(*problem, findings, messages);
        if (has_error(findings)) context.status = ExitStatus::not_as_expected;
    }
    if (flags.json) print(nlohmann::json{{"problems", all}}.dump(2) + "\n");
    return Done{};
}

}  // namespace

void add_check_data(CLI::App& app, Context& context) {
    auto flags = std::make_shared<CheckDataFlags>();
    CLI::App* command = app.add_subcommand(
        "check-data", "look over a problem's cases: names, bytes, validators, answers against the checker");
    command->add_option("PROBLEM", flags->problems, "ids or folders; nothing means all");
    command->add_flag("--json", flags->json, "as JSON");
    command->callback([flags, &context] {
        if (Status done = check(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
