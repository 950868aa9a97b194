// Boost.Process v2 (1.81) does the fork and the pipe on which a failed exec is told. Its own process object reaps with
// waitpid and polls through an io_context; here it is detached at once, and callers wait themselves. Traps: the
// overloads that take a context ignore their error code and throw, so an executor is passed; its closing of inherited
// descriptors leaves the gaps between kept ones open, and process_stdio breaks when the descriptors it is given are 0
// to 2 already, so the hook before exec does both and calls exec itself; a child that cannot exec leaves through
// exit(3), which would flush our buffers and run our destructors a second time, so on_exec_error leaves first.

#include "os/launch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/process/v2/posix/default_launcher.hpp>
#include <boost/process/v2/process.hpp>

#include "base/fd.h"
#include "os/signals.h"

namespace judge {
namespace {

namespace process = boost::process::v2;
using boost::system::error_code;

/// What the child does to itself, and exec: the hooks of an initializer of Boost.Process.
class ChildSetup {
  public:
    /// `fds` are numbered so high that no target can be among them.
    ChildSetup(const Launch& request, std::vector<std::pair<int, int>> fds)
        : request_(request), fds_(std::move(fds)), parent_(::getpid()) {
        for (const std::string& entry : request.env) env_.push_back(const_cast<char*>(entry.c_str()));
        env_.push_back(nullptr);
    }

    template <typename Launcher>
    error_code on_exec_setup(Launcher& launcher, const boost::filesystem::path& program, const char* const*& argv) {
        // The error pipe may bear the number of a target: it is put back before Boost writes to it.
        const int pipe = launcher.fd_whitelist.back();
        const int kept = ::fcntl(pipe, F_DUPFD_CLOEXEC, above(fds_));
        if (set_up()) ::execve(program.c_str(), const_cast<char* const*>(argv), env_.data());
        const error_code error{errno, boost::system::system_category()};
        ::dup2(kept, pipe);
        errno = error.value();  // what Boost sends
        return error;
    }

    /// Boost 1.81 looks for this hook with five arguments and calls it with four.
    template <typename... Any>
    void on_exec_error(Any&&...) {
        ::_exit(127);
    }

    /// The lowest number above every target of `fds`.
    static int above(const std::vector<std::pair<int, int>>& fds) {
        int number = 3;
        for (const auto& [ours, theirs] : fds) number = std::max(number, theirs + 1);
        return number;
    }

  private:
    /// False with errno if a step fails.
    bool set_up() const {
        if (request_.own_group && ::setpgid(0, 0) != 0) return false;
        if (request_.dies_with_thread) {
            if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return false;
            if (::getppid() != parent_) ::_exit(127);  // it ended before the line above
        }
        close_all_on_exec();
        for (const auto& [ours, theirs] : fds_)
            if (::dup2(ours, theirs) < 0) return false;
        if (!request_.cwd.empty() && ::chdir(request_.cwd.c_str()) != 0) return false;
        reset_signals_of_child();
        return true;
    }

    static void close_all_on_exec() {
        if (::close_range(0, ~0U, static_cast<int>(CLOSE_RANGE_CLOEXEC)) == 0) return;
        // Linux before 5.11.
        for (int fd = 0; fd < 65536; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    }

    const Launch& request_;
    std::vector<std::pair<int, int>> fds_;
    std::vector<char*> env_;
    pid_t parent_;
};

/// Copies of the descriptors above every target.
Result<std::vector<Fd>> raised(const Launch& request) {
    const int above = ChildSetup::above(request.fds);
    std::vector<Fd> copies;
    for (const auto& [ours, theirs] : request.fds) {
        copies.emplace_back(::fcntl(ours, F_DUPFD_CLOEXEC, above));
        if (!copies.back()) return errno_error(ErrorCode::io, "cannot start '" + request.program + "'", errno);
    }
    return copies;
}

}  // namespace

Result<pid_t> launch(const Launch& request) {
    JUDGE_ASSIGN(copies, raised(request));
    std::vector<std::pair<int, int>> fds;
    for (std::size_t i = 0; i < copies.size(); ++i) fds.emplace_back(copies[i].get(), request.fds[i].second);

    process::posix::default_launcher launcher;
    error_code error;
    try {
        boost::asio::io_context context;
        auto child =
            launcher(context.get_executor(), error, request.program, request.args, ChildSetup(request, std::move(fds)));
        if (!error) child.detach();
    } catch (const std::exception& exception) {
        return Error{ErrorCode::io, fmt::format("cannot start '{}': {}", request.program, exception.what()), ""};
    }
    if (!error) return launcher.pid;
    if (launcher.pid > 0) ::waitpid(launcher.pid, nullptr, 0);
    const bool missing = error.value() == ENOENT || error.value() == EACCES || error.value() == ENOEXEC;
    return errno_error(missing ? ErrorCode::tool_missing : ErrorCode::io, "cannot start '" + request.program + "'",
                       error.value());
}

}  // namespace judge
