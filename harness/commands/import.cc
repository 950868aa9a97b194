// judge import: packages, archives and folders of other judges, taken into the project.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "commands/context.h"
#include "commands/derive.h"
#include "commands/take_in.h"
#include "packages/formats.h"

namespace judge {
namespace {

struct ImportFlags {
    std::vector<std::string> paths;
    std::string format, id;
    bool force = false, json = false, no_run = false;
};

// On a terminal the user is asked; elsewhere only --force replaces.
bool wants_replacing(const std::string& id, const Context& context) {
    if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0) return false;
    fmt::print(stderr, "{} [y/N] ", Messages(tongue_of(context)).text("import.replace", id));
    std::fflush(stderr);
    char answer[16] = {};
    const ssize_t count = ::read(STDIN_FILENO, answer, sizeof answer - 1);
    return count > 0 && (answer[0] == 'y' || answer[0] == 'Y');
}

struct Taken {
    std::vector<Written> written;
    std::vector<Imported> problems;
    nlohmann::json refused = nlohmann::json::array();  // {what, error, hint}
};

void refuse(Taken& taken, const std::string& what, const Error& error, Context& context) {
    fail(context, error);
    taken.refused.push_back({{"what", what}, {"error", error.message}, {"hint", error.hint}});
}

// The time limit of a package that leaves it to its submissions. What cannot be run leaves it assumed.
Status derive(Imported& imported, const Project& project, Context& context) {
    JUDGE_ASSIGN(bench, Workbench::open(context, project, {}));
    const std::unique_ptr<LiveDisplay> display = make_display(context, {});
    Result<DerivedLimit> derived = derive_time_limit(imported.problem, [&](std::vector<Task> tasks) -> Result<Reports> {
        JudgeServices services = services_of(*bench);
        services.listener = display.get();
        JudgeOptions options = judge_options(context, project);
        options.run_all = true;
        return judge(tasks, options, services);
    });
    if (bench->interrupted()) return Error{ErrorCode::interrupted, "stopped: nothing was taken in", ""};
    if (!derived) {
        complain(context, derived.error());
        return Done{};
    }
    if (!derived->problem.time_rule)
        std::erase_if(imported.findings, [](const Finding& finding) { return finding.code == "time-limit-assumed"; });
    imported.problem = std::move(derived->problem);
    for (Finding& finding : derived->findings) imported.findings.push_back(std::move(finding));
    return Done{};
}

Status take(const ImportFlags& flags, const std::string& path, const Project& project, Context& context, Taken& taken) {
    JUDGE_ASSIGN(package, read_package(join_path(context.cwd, path), flags.format));
    if (!flags.id.empty() && package.problems.size() > 1)
        return Error{ErrorCode::usage, fmt::format("cannot call {} problems '{}'", package.problems.size(), flags.id),
                     "--id is for a package of one problem"};
    for (Imported& imported : package.problems) {
        if (!flags.id.empty()) imported.problem.id = safe_id(flags.id);
        if (imported.problem.time_rule && !flags.no_run) JUDGE_TRY(derive(imported, project, context));
        Result<Written> written =
            write_native(imported, project.root, flags.force ? Overwrite::replace : Overwrite::refuse);
        if (!written && written.error().code == ErrorCode::bad_input && !flags.force &&
            wants_replacing(imported.problem.id, context))
            written = write_native(imported, project.root, Overwrite::replace);
        if (!written) {
            refuse(taken, imported.problem.id, written.error(), context);
            continue;
        }
        taken.written.push_back(*std::move(written));
        taken.problems.push_back(std::move(imported));
    }
    return Done{};
}

Status import(const ImportFlags& flags, Context& context) {
    if (!flags.format.empty()) JUDGE_TRY(find_package_format(flags.format));
    JUDGE_ASSIGN(project, project_to_fill(context, context.cwd));
    Taken taken;
    for (const std::string& path : flags.paths)
        if (Status done = take(flags, path, project, context, taken); !done) refuse(taken, path, done.error(), context);
    if (flags.json) {
        const nlohmann::json value = {{"problems", told_json(taken.written, taken.problems)},
                                      {"refused", std::move(taken.refused)}};
        print(value.dump(2) + "\n");
        return Done{};
    }
    print(told(taken.written, taken.problems, context));
    const Messages messages(tongue_of(context));
    if (taken.refused.size() > 1) print(messages.text("import.refused", taken.refused.size()) + "\n");
    return Done{};
}

std::string source_formats() {
    std::string ids;
    for (const PackageFormat& format : package_formats()) ids += (ids.empty() ? "" : ", ") + std::string(format.id);
    return ids;
}

}  // namespace

void add_import(CLI::App& app, Context& context) {
    auto flags = std::make_shared<ImportFlags>();
    CLI::App* command = app.add_subcommand("import", "take in problems of other judges: packages, archives, folders");
    command->add_option("path", flags->paths, "folders, archives (zip, tar, 7z) and files")->required();
    command->add_option("--format", flags->format, "what it is, where it is not recognised: " + source_formats());
    command->add_option("--id", flags->id, "the problem's id here");
    command->add_flag("--json", flags->json, "what was taken in as JSON");
    command->add_flag("--force", flags->force, "replace problems and submissions of the same name");
    command->add_flag("--no-run", flags->no_run,
                      "run nothing: a time limit that is derived from accepted submissions is assumed");
    command->callback([flags, &context] {
        if (Status done = import(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
