// judge open: the page of a problem, or a report, in the browser.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "commands/context.h"
#include "commands/material.h"
#include "commands/stored.h"
#include "commands/targets.h"
#include "os/browser.h"
#include "os/directories.h"
#include "os/foreground.h"
#include "report/formats.h"

namespace judge {
namespace {

struct OpenFlags {
    std::string target;
    bool report = false, json = false;
};

Result<std::shared_ptr<const Problem>> problem_of(const std::string& target, const Project& project,
                                                  const Context& context) {
    Result<std::shared_ptr<const Problem>> problem = resolve_problem(project, target, context.cwd);
    if (problem || problem.error().code != ErrorCode::not_found) return problem;
    TargetRequest request;
    request.targets = {target};
    request.cwd = context.cwd;
    JUDGE_ASSIGN(resolved, resolve(request));
    return resolved.targets.front().problem;
}

// Only what a browser fetches: the address comes from a file that somebody else may have written.
Result<std::string> page_of(const Problem& problem) {
    const std::string& url = problem.source_url;
    if (url.starts_with("https://") || url.starts_with("http://")) return url;
    return Error{ErrorCode::not_found,
                 fmt::format("cannot open the page of '{}': {}", problem.id,
                             url.empty() ? "it has none" : "'" + url + "' is no web address"),
                 fmt::format("set source_url in {}/problem.json", problem.folder)};
}

Result<std::string> write_report(const std::string& name, const Project& project, const Context& context) {
    JUDGE_ASSIGN(history, open_history(context, project));
    JUDGE_ASSIGN(rows, stored_rows(history, name, context));
    JUDGE_ASSIGN(reports, reports_of_rows(history, rows));
    JUDGE_ASSIGN(whole, OwnedMaterial::of(std::move(reports), history, project));
    JUDGE_ASSIGN(state, state_directory(context.environment));
    const std::string folder = project.root.empty() ? state : join_path(project.root, ".judge");
    const std::string path = join_path(folder, "report.html");
    JUDGE_TRY(
        write_file_atomically(path, find_report_format("html")->render(whole.material(), render_options(context))));
    return path;
}

Result<std::string> what_to_open(const OpenFlags& flags, const Project& project, const Context& context) {
    if (flags.report) return write_report(flags.target, project, context);
    if (flags.target.empty())
        return Error{ErrorCode::usage, "cannot open a page: no problem is named",
                     "judge open PROBLEM, or judge open --report for the last run"};
    JUDGE_ASSIGN(problem, problem_of(flags.target, project, context));
    return page_of(*problem);
}

Status run_open(const OpenFlags& flags, Context& context) {
    JUDGE_ASSIGN(project, project_here(context));
    JUDGE_ASSIGN(what, what_to_open(flags, project, context));
    const std::vector<std::string> command = browser_command(what, context.environment);
    if (flags.json)
        print(nlohmann::json{{flags.report ? "path" : "url", what}, {"opened", !command.empty()}}.dump(2) + "\n");
    else
        print(what + "\n");
    if (command.empty()) return Done{};
    JUDGE_ASSIGN(status, run_in_foreground({command, "", 0}, context.environment));
    if (status == 0) return Done{};
    return Error{ErrorCode::io, fmt::format("cannot open '{}': {} ended with {}", what, command.front(), status),
                 "set BROWSER to the command that opens pages"};
}

}  // namespace

void add_open(CLI::App& app, Context& context) {
    auto flags = std::make_shared<OpenFlags>();
    CLI::App* command = app.add_subcommand("open", "open the page of a problem in the browser, or a report");
    command->add_option("TARGET", flags->target,
                        "a problem or submission; with --report also the number of a run, or nothing for the last");
    command->add_flag("--report", flags->report, "the stored run as an HTML report, written to .judge/report.html");
    command->add_flag("--json", flags->json, "the address or path as JSON");
    command->callback([flags, &context] {
        if (Status done = run_open(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
