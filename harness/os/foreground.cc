#include "os/foreground.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>

#include "os/directories.h"
#include "os/launch.h"

namespace judge {
namespace {

/// The terminal sends Ctrl-C to us as well; a shell passes over it in the same way.
class KeyboardIgnored {
  public:
    KeyboardIgnored() {
        struct sigaction ignored {};
        ignored.sa_handler = SIG_IGN;
        for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &ignored, &before_[i]);
    }
    KeyboardIgnored(const KeyboardIgnored&) = delete;
    KeyboardIgnored& operator=(const KeyboardIgnored&) = delete;
    ~KeyboardIgnored() {
        for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
    }

  private:
    static constexpr std::array<int, 2> kSignals = {SIGINT, SIGQUIT};
    std::array<struct sigaction, 2> before_{};
};

}  // namespace

Result<int> run_in_foreground(const ForegroundRequest& request, const Environment& environment) {
    const std::optional<std::string> program = find_program(request.argv.at(0), environment.get("PATH"));
    if (!program)
        return Error{ErrorCode::tool_missing, fmt::format("cannot run '{}': it is not installed", request.argv[0]),
                     fmt::format("install {}, or add its folder to PATH", request.argv[0])};
    const KeyboardIgnored ignored;
    Launch start;
    start.program = *program;
    start.args.assign(request.argv.begin() + 1, request.argv.end());
    start.env = environment.entries();
    start.cwd = request.cwd;
    start.fds = {{request.stdin_fd, 0}, {1, 1}, {2, 2}};
    JUDGE_ASSIGN(pid, launch(start));
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return errno_error(ErrorCode::io, fmt::format("cannot tell how '{}' ended", request.argv[0]), errno);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace judge
