// The program `judge`: reads the command line, hands it to one command, and ends with that command's status.

#include <CLI/CLI.hpp>
#include <clocale>
#include <csignal>
#include <cstdio>

#include "base/files.h"
#include "base/nearest.h"
#include "commands/context.h"
#include "commands/help.h"
#include "commands/targets.h"
#include "commands/version.h"

namespace {

using judge::Context;
using judge::ExitStatus;
using judge::Messages;

constexpr const char* kAbout =
    "An offline judge for competitive programming: compiles submissions, runs them on stored cases in a box, compares, "
    "measures.";

void add_common_flags(CLI::App& app, Context& context) {
    app.add_option("--lang", context.language_of_text, "language of messages (default: the locale's)")
        ->check(CLI::IsMember({"ko", "en"}));
    app.add_option("--color", context.color, "when to use colours")->check(CLI::IsMember({"auto", "always", "never"}));
    app.add_flag("-q,--quiet", context.quiet, "only what is not as expected");
    app.add_flag("-v,--verbose", context.verbose, "a line per case");
}

void add_commands(CLI::App& app, Context& context) {
    judge::add_run(app, context);
    judge::add_exec(app, context);
    judge::add_list(app, context);
    judge::add_languages(app, context);
    judge::add_cache(app, context);
    judge::add_compare(app, context);
    judge::add_diff(app, context);
    judge::add_show(app, context);
    judge::add_report(app, context);
    judge::add_replay(app, context);
    judge::add_watch(app, context);
    judge::add_open(app, context);
    judge::add_history(app, context);
    judge::add_check_data(app, context);
    judge::add_doctor(app, context);
    judge::add_import(app, context);
    judge::add_export(app, context);
    judge::add_listen(app, context);
    judge::add_new(app, context);
    judge::add_add_case(app, context);
    judge::add_baseline(app, context);
    judge::add_regress(app, context);
    judge::add_bisect(app, context);
    judge::add_calibrate(app, context);
    judge::add_hook(app, context);
    judge::add_completion(app, context);
    judge::add_man(app, context);
}

const CLI::App& innermost(const CLI::App& app) {
    const std::vector<CLI::App*> parsed = app.get_subcommands();
    return parsed.empty() ? app : innermost(*parsed.back());
}

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& app, const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::App* owner : {&command, &app})
        for (const CLI::Option* option : owner->get_options())
            for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

// A command or an option that there is not, and the nearest that there is; nothing where CLI11 complains of more.
std::string unknown_word(const CLI::App& app, const Messages& messages) {
    const CLI::App& command = innermost(app);
    for (const std::string& word : app.remaining(true)) {
        const bool is_option = word.starts_with('-');
        const std::vector<std::string> names = is_option ? option_names(app, command) : command_names(command);
        if (names.empty()) continue;
        const std::string name = word.substr(0, is_option ? word.find('=') : word.npos);
        std::string text = messages.text(is_option ? "cli.no_option" : "cli.no_command", name) + "\n";
        const std::optional<std::string> guess = name.size() > 2 ? judge::nearest(name, names) : std::nullopt;
        if (guess) text += messages.text("cli.did_you_mean", *guess) + "\n";
        return text;
    }
    return "";
}

// Help that was asked for, or what is wrong with the command line.
int end_of_parsing(CLI::App& app, const CLI::ParseError& error, const Context& context) {
    Context told = context;
    if (const std::vector<std::string> lang = app.get_option("--lang")->results(); !lang.empty())
        told.language_of_text = lang.back();
    const Messages messages(judge::tongue_of(told));
    judge::put_help(app, messages);
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    std::string text = unknown_word(app, messages);
    if (text.empty()) text = messages.translated(error.what()) + "\n";
    const CLI::App& command = innermost(app);
    text += messages.text("cli.help", &command == &app ? "judge" : "judge " + command.get_name()) + "\n";
    std::fputs(("judge: " + text).c_str(), stderr);
    return static_cast<int>(ExitStatus::could_not_judge);
}

std::string path_of_self() {
    const judge::Result<std::string> path = judge::real_path("/proc/self/exe");
    return path ? *path : "";
}

}  // namespace

int main(int argc, char** argv) {
    // A reader that goes away must not kill a judge that still has boxes to clear.
    std::signal(SIGPIPE, SIG_IGN);
    Context context;
    context.self = path_of_self();
    context.environment = judge::Environment::of_process();
    const judge::Result<std::string> cwd = judge::real_path(".");
    if (!cwd) {
        judge::fail(context, cwd.error());
        return static_cast<int>(context.status);
    }
    context.cwd = *cwd;

    CLI::App app(kAbout, "judge");
    app.set_version_flag("--version", std::string("judge ") + judge::kVersion);
    app.require_subcommand(1);
    app.fallthrough();
    add_common_flags(app, context);
    add_commands(app, context);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return end_of_parsing(app, error, context);
    }
    return judge::exit_status(context);
}
