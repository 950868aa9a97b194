#include "commands/context.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "base/fd.h"
#include "os/signals.h"
#include "os/terminal.h"

namespace judge {
namespace {

// What a shell reports for a program that was ended by SIGPIPE.
constexpr int kBrokenPipeStatus = 141;

// Columns where nobody said how many there are: room for every column of the table.
constexpr std::size_t kPipeWidth = 100;

// Narrower terminals wrap: nothing sensible fits into fewer columns.
constexpr std::size_t kLeastWidth = 40;

std::atomic<bool> reader_is_gone = false;  // of standard output

}  // namespace

Tongue tongue_of(const Context& context) {
    const std::string& asked = context.language_of_text;
    return (asked.empty() ? language_of(context.environment) : asked) == "ko" ? Tongue::ko : Tongue::en;
}

void warn(const Context& context, std::string_view sentence) {
    fmt::print(stderr, "judge: {}\n", Messages(tongue_of(context)).translated(sentence));
}

void complain(const Context& context, const Error& error) {
    const Messages messages(tongue_of(context));
    fmt::print(stderr, "judge: {}\n", messages.translated(error.message));
    if (!error.hint.empty()) fmt::print(stderr, "{}\n", messages.text("error.hint", messages.translated(error.hint)));
}

void fail(Context& context, const Error& error) {
    if (!reader_is_gone || error.code != ErrorCode::interrupted) complain(context, error);
    context.status = error.code == ErrorCode::interrupted ? ExitStatus::interrupted : ExitStatus::could_not_judge;
}

RenderOptions render_options(const Context& context, int fd) {
    ColorWish wish = ColorWish::automatic;
    if (context.color == "always") wish = ColorWish::always;
    if (context.color == "never") wish = ColorWish::never;
    const Terminal terminal = terminal_of(fd, context.environment, wish);
    RenderOptions options;
    options.tongue = tongue_of(context);
    const bool known = terminal.is_tty || !context.environment.get("COLUMNS").empty();
    options.width = std::max(known ? terminal.width : kPipeWidth, kLeastWidth);
    options.color = terminal.color;
    options.verbosity = context.quiet ? Verbosity::quiet : context.verbose ? Verbosity::verbose : Verbosity::normal;
    return options;
}

void print(std::string_view text) {
    while (!text.empty() && !reader_is_gone) {
        const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EPIPE) {
            if (!StopSignals::raise(SIGPIPE)) std::exit(kBrokenPipeStatus);
            reader_is_gone = true;
            return;
        }
        if (written < 0) {
            std::perror("judge: cannot write to standard output");
            std::exit(static_cast<int>(ExitStatus::could_not_judge));
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

int exit_status(const Context& context) {
    return reader_is_gone ? kBrokenPipeStatus : static_cast<int>(context.status);
}

}  // namespace judge
