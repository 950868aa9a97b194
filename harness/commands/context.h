#pragma once

// What every command is given: the world outside, named once.

#include <unistd.h>

#include <string>
#include <vector>

#include "os/directories.h"
#include "report/options.h"

namespace CLI {
class App;
}

namespace judge {

/// Exit statuses of `judge`, the contract with scripts and ctest.
enum class ExitStatus : int {
    as_expected = 0,
    not_as_expected = 1,
    could_not_judge = 2,
    tool_absent = 77,
    interrupted = 130,
};

struct Context {
    std::string self;  // absolute path of this program
    std::string cwd;
    Environment environment;
    ExitStatus status = ExitStatus::as_expected;

    // Flags that every command takes.
    std::string language_of_text;  // --lang: ko, en, or empty for the locale's
    std::string color = "auto";    // --color: auto, always, never
    bool quiet = false;
    bool verbose = false;
};

/// The language of whatever is said: by --lang, else the locale.
Tongue tongue_of(const Context& context);

/// Prints "judge: " and `sentence`, which a room without a language formed, on standard error.
void warn(const Context& context, std::string_view sentence);

/// Prints `error` and its hint on standard error, and goes on.
void complain(const Context& context, const Error& error);

/// Prints `error` on standard error and sets the exit status to could_not_judge, or 130 where the user interrupted.
void fail(Context& context, const Error& error);

/// How text is to look on standard output (or on `fd`), by --lang, --color, NO_COLOR and the terminal's width.
RenderOptions render_options(const Context& context, int fd = STDOUT_FILENO);

/// Writes all of `text` to standard output. A reader that went away ends the program quietly with status 141: at once
/// where it judges nothing, else as Ctrl-C does, so that boxes are cleared; nothing more is written then.
void print(std::string_view text);

/// The status to end with.
int exit_status(const Context& context);

// One function a command; each adds its subcommand and its callback.
void add_run(CLI::App& app, Context& context);
void add_exec(CLI::App& app, Context& context);
void add_list(CLI::App& app, Context& context);
void add_languages(CLI::App& app, Context& context);
void add_doctor(CLI::App& app, Context& context);
void add_cache(CLI::App& app, Context& context);
void add_check_data(CLI::App& app, Context& context);
void add_history(CLI::App& app, Context& context);
void add_diff(CLI::App& app, Context& context);
void add_show(CLI::App& app, Context& context);
void add_report(CLI::App& app, Context& context);
void add_replay(CLI::App& app, Context& context);
void add_open(CLI::App& app, Context& context);
void add_watch(CLI::App& app, Context& context);
void add_import(CLI::App& app, Context& context);
void add_export(CLI::App& app, Context& context);
void add_listen(CLI::App& app, Context& context);
void add_new(CLI::App& app, Context& context);
void add_add_case(CLI::App& app, Context& context);
void add_baseline(CLI::App& app, Context& context);
void add_regress(CLI::App& app, Context& context);
void add_compare(CLI::App& app, Context& context);
void add_bisect(CLI::App& app, Context& context);
void add_calibrate(CLI::App& app, Context& context);
void add_hook(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);
void add_man(CLI::App& app, Context& context);

}  // namespace judge
