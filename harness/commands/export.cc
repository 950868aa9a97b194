// judge export: a problem of the project as a package of another judge.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "commands/context.h"
#include "commands/targets.h"
#include "model/json.h"
#include "packages/export.h"

namespace judge {
namespace {

struct ExportFlags {
    std::string problem, format = "icpc", output;
    bool json = false;
};

Status export_one(const ExportFlags& flags, Context& context) {
    JUDGE_ASSIGN(format, find_export_format(flags.format));
    Project project;
    if (Result<Project> found = find_project(context.cwd)) project = *found;
    JUDGE_ASSIGN(problem, resolve_problem(project, flags.problem, context.cwd));
    std::vector<Submission> submissions;
    if (!project.root.empty() && problem->folder == problem_folder(project, problem->id)) {
        JUDGE_ASSIGN(listed, list_submissions(project, problem->id));
        submissions = std::move(listed);
    }
    const std::string name = flags.output.empty() ? problem->id + ".zip" : flags.output;
    JUDGE_ASSIGN(findings, export_problem(*problem, submissions, *format, join_path(context.cwd, name)));
    if (flags.json) {
        const nlohmann::json value = {
            {"problem", problem->id}, {"format", format->id}, {"path", name}, {"findings", to_json(findings)}};
        print(value.dump(2) + "\n");
        return Done{};
    }
    for (const Finding& finding : findings)
        if (!context.quiet) warn(context, finding.text);
    print(fmt::format("{}\n", name));
    return Done{};
}

std::string target_formats() {
    std::string ids;
    for (const ExportFormat& format : export_formats()) ids += (ids.empty() ? "" : ", ") + std::string(format.id);
    return ids;
}

}  // namespace

void add_export(CLI::App& app, Context& context) {
    auto flags = std::make_shared<ExportFlags>();
    CLI::App* command = app.add_subcommand("export", "write a problem as a package of another judge");
    command->add_option("problem", flags->problem, "its id or folder")->required();
    command->add_option("--format", flags->format, target_formats())->capture_default_str();
    command->add_option("-o,--output", flags->output, "a .zip or a folder (default: <problem>.zip here)");
    command->add_flag("--json", flags->json, "as JSON");
    command->callback([flags, &context] {
        if (Status done = export_one(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
