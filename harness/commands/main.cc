// The program `judge`: reads the command line, hands it to one command, and ends with that command's status.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <clocale>
#include <csignal>
#include <cstdio>

#include "base/files.h"
#include "commands/context.h"
#include "commands/targets.h"
#include "commands/version.h"

namespace {

using judge::Context;
using judge::ExitStatus;

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

std::vector<std::string> command_names(CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

// CLI11's own words, and the nearest command where the first word is none.
int refuse(CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    std::string text = fmt::format("judge: {}\n", error.what());
    const std::vector<std::string> names = command_names(app);
    if (argc > 1 && argv[1][0] != '-' && std::find(names.begin(), names.end(), argv[1]) == names.end()) {
        text = fmt::format("judge: there is no command '{}'\n", argv[1]);
        if (const auto guess = judge::nearest(argv[1], names))
            text += fmt::format("hint: did you mean 'judge {}'?\n", *guess);
    }
    text += "hint: judge --help shows what there is\n";
    std::fputs(text.c_str(), stderr);
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
        std::fprintf(stderr, "judge: %s\n", judge::to_text(cwd.error()).c_str());
        return static_cast<int>(ExitStatus::could_not_judge);
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
        return refuse(app, error, argc, argv);
    }
    return static_cast<int>(context.status);
}
