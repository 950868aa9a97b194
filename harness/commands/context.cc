#include "commands/context.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "base/fd.h"
#include "os/terminal.h"

namespace judge {
namespace {

// What a shell reports for a program that was ended by SIGPIPE.
constexpr int kBrokenPipeStatus = 141;

// Columns where nobody said how many there are: room for every column of the table.
constexpr std::size_t kPipeWidth = 100;

}  // namespace

void fail(Context& context, const Error& error) {
    fmt::print(stderr, "judge: {}\n", to_text(error));
    context.status = error.code == ErrorCode::interrupted ? ExitStatus::interrupted : ExitStatus::could_not_judge;
}

RenderOptions render_options(const Context& context, int fd) {
    ColorWish wish = ColorWish::automatic;
    if (context.color == "always") wish = ColorWish::always;
    if (context.color == "never") wish = ColorWish::never;
    const Terminal terminal = terminal_of(fd, context.environment, wish);
    RenderOptions options;
    const std::string language =
        context.language_of_text.empty() ? language_of(context.environment) : context.language_of_text;
    options.tongue = language == "ko" ? Tongue::ko : Tongue::en;
    options.width = terminal.is_tty || !context.environment.get("COLUMNS").empty() ? terminal.width : kPipeWidth;
    options.color = terminal.color;
    options.verbosity = context.quiet ? Verbosity::quiet : context.verbose ? Verbosity::verbose : Verbosity::normal;
    return options;
}

void print(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EPIPE) std::exit(kBrokenPipeStatus);
        if (written < 0) {
            std::perror("judge: cannot write to standard output");
            std::exit(static_cast<int>(ExitStatus::could_not_judge));
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace judge
