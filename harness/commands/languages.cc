// judge languages: which languages there are, what is installed of them, and how a profile words their commands; with
// --quiet a line each.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "commands/context.h"
#include "commands/workbench.h"

namespace judge {
namespace {

struct LanguagesFlags {
    std::string profile;
    bool json = false, installed = false;
};

std::string as_text(const ToolFacts& fact, const Context& context) {
    const Messages messages(tongue_of(context));
    std::string line = pad_right(fact.language->id, 14) + pad_right(fact.language->name, 22);
    line += fact.installed ? fmt::format("{}  {}", fact.version, fact.path)
                           : messages.text("languages.absent", messages.translated(fact.missing),
                                           messages.translated(fact.remedy));
    if (fact.installed && !fact.language->cannot_run.empty()) line += "  " + messages.text("languages.cannot_run");
    if (!fact.offered) line += "  " + messages.text("languages.not_offered");
    std::string text = cut_to_width(line, render_options(context).width) + "\n";
    if (context.quiet) return text;
    if (!fact.compile_command.empty()) text += "    " + fact.compile_command + "\n";
    return text + "    " + fact.run_command + "\n";
}

nlohmann::json as_json(const ToolFacts& fact) {
    return {{"id", fact.language->id},
            {"name", fact.language->name},
            {"installed", fact.installed},
            {"offered", fact.offered},
            {"cannot_run", fact.language->cannot_run},
            {"version", printable(fact.version)},
            {"path", fact.path},
            {"missing", fact.missing},
            {"remedy", fact.remedy},
            {"compile", fact.compile_command},
            {"run", fact.run_command}};
}

Status languages(const LanguagesFlags& flags, Context& context) {
    Project project;
    if (Result<Project> found = find_project(context.cwd)) project = *found;
    WorkbenchOptions options;
    options.jobs = 1;
    JUDGE_ASSIGN(bench, Workbench::open(context, project, options));
    const std::string id = flags.profile.empty() ? project.profile : flags.profile;
    const Profile* profile = bench->toolchain().profile(id);
    if (!profile)
        return Error{ErrorCode::not_found, fmt::format("cannot find profile '{}'", id),
                     "profiles are boj, jungol, icpc, local"};
    nlohmann::json rows = nlohmann::json::array();
    for (const Language& language : bench->toolchain().languages()) {
        JUDGE_ASSIGN(facts, bench->toolchain().facts(language, *profile, bench->runner()));
        if (flags.installed && !facts.installed) continue;
        if (flags.json)
            rows.push_back(as_json(facts));
        else
            print(as_text(facts, context));  // as soon as it is known
    }
    if (flags.json) print(nlohmann::json{{"languages", rows}}.dump(2) + "\n");
    return Done{};
}

}  // namespace

void add_languages(CLI::App& app, Context& context) {
    auto flags = std::make_shared<LanguagesFlags>();
    CLI::App* command = app.add_subcommand("languages", "show languages: version found, path, what to install");
    command->add_option("--profile", flags->profile, "whose commands: boj, jungol, icpc, local");
    command->add_flag("--installed", flags->installed, "only what is installed");
    command->add_flag("--json", flags->json, "as JSON");
    command->callback([flags, &context] {
        if (Status done = languages(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
