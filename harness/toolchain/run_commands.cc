#include "toolchain/run_commands.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "base/fd.h"
#include "toolchain/diagnostics.h"

namespace judge {

namespace {

RunRequest request_of(const BuildJob& job, const Command& command, const std::string& folder) {
    RunRequest request;
    request.argv = command;
    if (const auto tool = job.tools.find(command.front()); tool != job.tools.end()) {
        request.argv.front() = tool->second.path;
    }
    request.env = environment_of(job, folder);
    request.readable = tool_folders(job);
    request.limits = job.limits;
    return request;
}

Result<std::string> content_of(const Fd& file) {
    if (lseek(file.get(), 0, SEEK_SET) != 0) return Error{ErrorCode::io, "cannot rewind a compiler's messages", ""};
    return read_all(file.get());
}

/// A standard input that has ended, and that no source can include: a socket cannot be opened by its name in /proc.
/// Source: proc(5) on /proc/[pid]/fd; open(2) ENXIO.
Result<Fd> ended_input() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return errno_error(ErrorCode::io, "cannot make a standard input for compilers", errno);
    }
    const Fd other(ends[1]);
    return Fd(ends[0]);
}

}  // namespace

Result<CommandsOutcome> run_commands(const BuildJob& job, const std::vector<Command>& commands,
                                     const std::string& folder, const std::vector<std::string>& readable,
                                     Runner& runner) {
    CommandsOutcome all;
    JUDGE_ASSIGN(messages, make_memory_file("messages"));
    JUDGE_ASSIGN(input, ended_input());
    for (const Command& command : commands) {
        RunRequest request = request_of(job, command, folder);
        request.cwd = folder;
        request.stdin_fd = input.get();
        request.stdout_fd = messages.get();
        request.stderr_fd = messages.get();
        request.writable = {folder};
        request.readable.insert(request.readable.end(), readable.begin(), readable.end());
        JUDGE_ASSIGN(outcome, runner.run(request));
        JUDGE_ASSIGN(text, content_of(messages));
        all.messages = std::move(text);
        all.wall += outcome.usage.wall;
        all.failure = failure_reason(outcome.ending, request.limits, all.messages);
        all.stopped = std::holds_alternative<Stopped>(outcome.ending);
        if (all.failure) break;
        lseek(messages.get(), 0, SEEK_END);
    }
    return all;
}

Result<std::string> run_command_for_output(const BuildJob& job, const Command& command, Runner& runner) {
    JUDGE_ASSIGN(output, make_memory_file("output"));
    RunRequest request = request_of(job, command, "/");
    request.stdout_fd = output.get();
    JUDGE_ASSIGN(outcome, runner.run(request));
    if (outcome.ending != Ending(Exited{0})) {
        return Error{ErrorCode::bad_input,
                     fmt::format("cannot run '{}': {}", join_words(command),
                                 failure_reason(outcome.ending, request.limits, "").value_or("it failed")),
                     ""};
    }
    return content_of(output);
}

}  // namespace judge
