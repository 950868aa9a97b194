#pragma once

// A Runner that only starts programs, for tests of what is around it: no box, no meters but the wall clock and the CPU
// time of the child, no limits but those two and the file size.

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "base/fd.h"
#include "base/files.h"
#include "sandbox/runner.h"

namespace judge {

class PlainRunner : public Runner {
  public:
    /// How many programs were started.
    int runs = 0;

    Result<RunOutcome> run(const RunRequest& request) override {
        ++runs;
        if (access(request.argv.front().c_str(), X_OK) != 0) {
            return errno_error(ErrorCode::tool_missing, "start '" + request.argv.front() + "'", errno);
        }
        JUDGE_ASSIGN(scratch, TempDir::make("plain-"));
        JUDGE_ASSIGN(errors, make_memory_file("stderr"));
        const std::string cwd = request.cwd.empty() ? scratch.path() : request.cwd;
        const auto started = std::chrono::steady_clock::now();
        const pid_t child = start(request, cwd, errors.get());
        if (child < 0) return errno_error(ErrorCode::sandbox, "fork for '" + request.argv.front() + "'", errno);
        RunOutcome outcome;
        const bool in_time = wait_for_end(child, request.limits.wall_time);
        kill(-child, SIGKILL);
        int status = 0;
        struct rusage usage = {};
        while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
        }
        outcome.usage.wall = std::chrono::steady_clock::now() - started;
        outcome.usage.cpu_user = nanos(usage.ru_utime);
        outcome.usage.cpu_system = nanos(usage.ru_stime);
        outcome.usage.peak_memory = kib(static_cast<std::uint64_t>(usage.ru_maxrss));
        outcome.ending = ending_of(status, in_time);
        JUDGE_ASSIGN(head, head_of(errors.get()));
        outcome.stderr_head = head;
        return outcome;
    }

    Result<PairOutcome> run_pair(const PairRequest&) override {
        return Error{ErrorCode::unsupported, "cannot run a pair: the plain runner knows single programs", ""};
    }

    const Containment& containment() const override { return containment_; }

  private:
    static Nanos nanos(const struct timeval& time) {
        return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    }

    static pid_t start(const RunRequest& request, const std::string& cwd, int errors) {
        std::vector<char*> argv, env;
        for (const std::string& word : request.argv) argv.push_back(const_cast<char*>(word.c_str()));
        for (const std::string& pair : request.env) env.push_back(const_cast<char*>(pair.c_str()));
        argv.push_back(nullptr);
        env.push_back(nullptr);
        const pid_t child = fork();
        if (child != 0) return child;
        setpgid(0, 0);
        const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        const auto choose = [&](int wanted, int otherwise) { return wanted >= 0 ? wanted : otherwise; };
        // Copies above 9 first, so that no dup2 below overwrites one that is still needed.
        const int in = fcntl(choose(request.stdin_fd, null), F_DUPFD_CLOEXEC, 10);
        const int out = fcntl(choose(request.stdout_fd, null), F_DUPFD_CLOEXEC, 10);
        const int err = fcntl(choose(request.stderr_fd, errors), F_DUPFD_CLOEXEC, 10);
        dup2(in, 0);
        dup2(out, 1);
        dup2(err, 2);
        limit(RLIMIT_FSIZE, request.limits.file_size ? request.limits.file_size->count : RLIM_INFINITY);
        limit(RLIMIT_CORE, 0);
        if (request.limits.cpu_time) {
            limit(RLIMIT_CPU, static_cast<rlim_t>(to_seconds(*request.limits.cpu_time)) + 1);
        }
        if (chdir(cwd.c_str()) == 0) execve(argv[0], argv.data(), env.data());
        _exit(127);
    }

    static void limit(int what, rlim_t value) {
        const struct rlimit both = {value, value};
        setrlimit(static_cast<__rlimit_resource>(what), &both);
    }

    static bool wait_for_end(pid_t child, const std::optional<Nanos>& time) {
        const Fd handle(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
        struct pollfd poll_fd = {handle.get(), POLLIN, 0};
        const auto until = std::chrono::steady_clock::now() + time.value_or(std::chrono::minutes(10));
        for (;;) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
            const int ready = poll(&poll_fd, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
            if (ready > 0) return true;
            if (ready == 0) return false;
        }
    }

    static Ending ending_of(int status, bool in_time) {
        if (!in_time) return Stopped{LimitKind::wall_time};
        if (WIFEXITED(status)) return Exited{WEXITSTATUS(status)};
        if (WTERMSIG(status) == SIGXCPU) return Stopped{LimitKind::cpu_time};
        if (WTERMSIG(status) == SIGXFSZ) return Stopped{LimitKind::file_size};
        return Signalled{WTERMSIG(status)};
    }

    static Result<std::string> head_of(int fd) {
        lseek(fd, 0, SEEK_SET);
        JUDGE_ASSIGN(text, read_all(fd));
        return text.substr(0, 4096);
    }

    Containment containment_;
};

}  // namespace judge
