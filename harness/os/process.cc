#include "os/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/fd.h"
#include "os/directories.h"
#include "os/launch.h"

namespace judge {
namespace {

using Clock = std::chrono::steady_clock;

/// One output of the tool, read as it comes.
struct Stream {
    Fd fd;
    std::string text;
    std::size_t limit = 0;

    /// Reads what is there without waiting; closes at the end of file.
    void drain() {
        std::array<char, 65536> buffer;
        while (fd) {
            const ssize_t n = ::read(fd.get(), buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0 && errno == EAGAIN) return;
            if (n <= 0) return fd.reset();
            const auto got = static_cast<std::size_t>(n);
            text.append(buffer.data(), std::min(got, limit - std::min(limit, text.size())));
        }
    }
};

class Tool {
  public:
    Tool(const ToolRequest& request, Stream out, Stream err, pid_t pid)
        : request_(request),
          out_(std::move(out)),
          err_(std::move(err)),
          pid_(pid),
          ended_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {}

    Result<ToolOutput> finish() {
        const Status waited = wait();
        // Before the leader is reaped, its number cannot have become somebody else's.
        ::kill(-pid_, SIGKILL);
        int status = 0;
        pid_t reaped;
        do reaped = ::waitpid(pid_, &status, 0);
        while (reaped < 0 && errno == EINTR);
        if (reaped < 0)
            return errno_error(ErrorCode::io, fmt::format("cannot tell how '{}' ended", request_.argv[0]), errno);
        out_.drain();
        err_.drain();
        if (!waited) return waited.error();
        ToolOutput output;
        output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        output.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        output.out = std::move(out_.text);
        output.err = std::move(err_.text);
        return output;
    }

  private:
    bool has_ended() const {
        siginfo_t info{};
        return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid_;
    }

    Status wait() {
        const Clock::time_point deadline = Clock::now() + request_.time_limit;
        while (!has_ended()) {
            const std::int64_t left =
                std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
            if (left <= 0)
                return Error{ErrorCode::io,
                             fmt::format("cannot run '{}': it did not end within {}", request_.argv[0],
                                         to_text(request_.time_limit)),
                             ""};
            if (request_.cancel != nullptr && request_.cancel->requested())
                return Error{ErrorCode::interrupted,
                             fmt::format("cannot run '{}': a stop was requested", request_.argv[0]), ""};
            const int stop = request_.cancel != nullptr ? request_.cancel->wait_fd() : -1;
            std::array<pollfd, 4> all = {
                {{ended_.get(), POLLIN, 0}, {out_.fd.get(), POLLIN, 0}, {err_.fd.get(), POLLIN, 0}, {stop, POLLIN, 0}}};
            // Without pidfd_open (Linux before 5.3) the end is asked for instead.
            const std::int64_t most = ended_ ? 60'000 : 10;
            ::poll(all.data(), all.size(), static_cast<int>(std::min<std::int64_t>(left + 1, most)));
            out_.drain();
            err_.drain();
        }
        return Done{};
    }

    const ToolRequest& request_;
    Stream out_, err_;
    pid_t pid_;
    Fd ended_;  // readable once the leader has ended
};

Result<Fd> input_of(const ToolRequest& request) {
    JUDGE_ASSIGN(file, make_memory_file("stdin"));
    JUDGE_TRY(write_all(file.get(), request.stdin_text));
    if (::lseek(file.get(), 0, SEEK_SET) != 0) return errno_error(ErrorCode::io, "cannot rewind the input", errno);
    return file;
}

std::vector<std::string> environment_of(const ToolRequest& request, Environment environment) {
    for (const std::string& entry : request.env) {
        const std::size_t equals = entry.find('=');
        if (equals != std::string::npos) environment.set(entry.substr(0, equals), entry.substr(equals + 1));
    }
    return environment.entries();
}

}  // namespace

Result<ToolOutput> run_tool(const ToolRequest& request, const Environment& environment) {
    if (request.argv.empty()) return Error{ErrorCode::usage, "cannot run a tool without a name", ""};
    const std::optional<std::string> program = find_program(request.argv[0], environment.get("PATH"));
    if (!program)
        return Error{ErrorCode::tool_missing, fmt::format("cannot run '{}': it is not installed", request.argv[0]),
                     fmt::format("install {}, or add its folder to PATH", request.argv[0])};
    JUDGE_ASSIGN(input, input_of(request));
    JUDGE_ASSIGN(out, make_pipe());
    JUDGE_ASSIGN(err, make_pipe());
    for (const Fd* end : {&out.read, &err.read}) ::fcntl(end->get(), F_SETFL, O_NONBLOCK);
    Launch start;
    start.program = *program;
    start.args.assign(request.argv.begin() + 1, request.argv.end());
    start.env = environment_of(request, environment);
    start.cwd = request.cwd;
    start.fds = {{input.get(), 0}, {out.write.get(), 1}, {err.write.get(), 2}};
    start.own_group = true;
    JUDGE_ASSIGN(pid, launch(start));
    out.write.reset();
    err.write.reset();
    const std::size_t limit = request.output_limit.count;
    return Tool(request, {std::move(out.read), "", limit}, {std::move(err.read), "", limit}, pid).finish();
}

}  // namespace judge
