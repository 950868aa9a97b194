#include "os/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/fd.h"
#include "base/files.h"
#include "os/box_process.h"

namespace judge {
namespace {

using testing::HasSubstr;

Environment plain() {
    return Environment{{"PATH", "/usr/bin:/bin"}, {"A", "outer"}};
}

ToolRequest shell(const std::string& script) {
    ToolRequest request;
    request.argv = {"sh", "-c", script};
    return request;
}

ToolOutput output_of(const ToolRequest& request) {
    return run_tool(request, plain()).value();
}

TEST(RunTool, GivesExitCodeAndBothOutputs) {
    const ToolOutput output = output_of(shell("printf 'a\\0b'; echo err >&2; exit 3"));
    EXPECT_EQ(output.exit_code, 3);
    EXPECT_EQ(output.signal, 0);
    EXPECT_EQ(output.out, std::string("a\0b", 3));
    EXPECT_EQ(output.err, "err\n");
    EXPECT_FALSE(output.ok());
}

TEST(RunTool, TellsTheSignal) {
    const ToolOutput output = output_of(shell("kill -TERM $$"));
    EXPECT_EQ(output.signal, SIGTERM);
    EXPECT_EQ(output.exit_code, 0);
}

TEST(RunTool, PassesInputArgumentsFolderAndEnvironment) {
    const TempDir dir = TempDir::make("judge 별-").value();
    ToolRequest request = shell("cat; printf '|%s|%s|%s|%s' \"$1\" \"$A\" \"$B\" \"$(pwd -P)\"");
    request.argv.insert(request.argv.end(), {"name", "별 찍기 'x'"});
    request.stdin_text = std::string(300'000, 'i');
    request.cwd = dir.path();
    request.env = {"B=two", "A=inner"};
    EXPECT_EQ(output_of(request).out, request.stdin_text + "|별 찍기 'x'|inner|two|" + real_path(dir.path()).value());
}

TEST(RunTool, InheritsNoDescriptorsAndNoIgnoredSignals) {
    const Fd open_one(::fcntl(make_memory_file("x").value().get(), F_DUPFD, 40));  // would survive exec
    ASSERT_TRUE(open_one);
    struct sigaction ignore {
    }, before{};
    ignore.sa_handler = SIG_IGN;
    ASSERT_EQ(::sigaction(SIGPIPE, &ignore, &before), 0);
    ToolRequest request = shell("[ -e /proc/$$/fd/$1 ] && echo leaked; kill -PIPE $$; echo alive");
    request.argv.insert(request.argv.end(), {"name", std::to_string(open_one.get())});
    const ToolOutput output = output_of(request);
    ::sigaction(SIGPIPE, &before, nullptr);
    EXPECT_EQ(output.out, "");
    EXPECT_EQ(output.signal, SIGPIPE);
}

TEST(RunTool, ThrowsAwayWhatIsOverTheOutputLimit) {
    ToolRequest request = shell("head -c 1000000 /dev/zero; echo end >&2");
    request.output_limit = Bytes{1000};
    const ToolOutput output = output_of(request);
    EXPECT_EQ(output.out, std::string(1000, '\0'));
    EXPECT_EQ(output.err, "end\n");
    EXPECT_TRUE(output.ok());
}

TEST(RunTool, AMissingToolIsNamed) {
    ToolRequest request;
    request.argv = {"no-such-tool-of-judge", "--version"};
    const Error error = run_tool(request, plain()).error();
    EXPECT_EQ(error.code, ErrorCode::tool_missing);
    EXPECT_EQ(error.message, "cannot run 'no-such-tool-of-judge': it is not installed");
    EXPECT_EQ(run_tool(ToolRequest{}, plain()).error().code, ErrorCode::usage);
}

TEST(RunTool, AFileThatCannotBeExecutedIsAMissingTool) {
    const TempDir dir = TempDir::make("judge-test-").value();
    ASSERT_TRUE(write_file_atomically(dir / "tool", "#!/no/such/interpreter\n", 0755));
    ToolRequest request;
    request.argv = {dir / "tool"};
    const Error error = run_tool(request, plain()).error();
    EXPECT_EQ(error.code, ErrorCode::tool_missing);
    EXPECT_EQ(error.message, "cannot start '" + (dir / "tool") + "': No such file or directory");
    request.argv = {"/bin/sh"};
    request.cwd = dir / "none";
    EXPECT_THAT(run_tool(request, plain()).error().message, HasSubstr("cannot start '/bin/sh'"));
}

/// Waits until every copy of the pipe's write end is closed.
bool all_ended(Fd& read_end) {
    return read_all(read_end.get()).ok();
}

TEST(RunTool, TheTimeLimitKillsTheWholeGroup) {
    const TempDir dir = TempDir::make("judge-test-").value();
    ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
    Fd read_end = open_file(dir / "fifo", O_RDONLY | O_NONBLOCK).value();
    ASSERT_EQ(::fcntl(read_end.get(), F_SETFL, 0), 0);
    ToolRequest request = shell("exec 3>fifo; (trap '' TERM; sleep 1000) & sleep 1000");
    request.cwd = dir.path();
    request.time_limit = std::chrono::milliseconds(300);
    const Error error = run_tool(request, plain()).error();
    EXPECT_EQ(error.code, ErrorCode::io);
    EXPECT_EQ(error.message, "cannot run 'sh': it did not end within 300 ms");
    EXPECT_TRUE(all_ended(read_end));  // the test would hang here if a process had survived
}

TEST(RunTool, WhatTheToolLeavesBehindEndsWithIt) {
    const TempDir dir = TempDir::make("judge-test-").value();
    ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
    Fd read_end = open_file(dir / "fifo", O_RDONLY | O_NONBLOCK).value();
    ASSERT_EQ(::fcntl(read_end.get(), F_SETFL, 0), 0);
    ToolRequest request = shell("sleep 1000 3>fifo & echo out");
    request.cwd = dir.path();
    EXPECT_EQ(output_of(request).out, "out\n");
    EXPECT_TRUE(all_ended(read_end));
}

TEST(RunTool, StopsWhenAsked) {
    Cancel cancel;
    cancel.request();
    ToolRequest request = shell("sleep 1000");
    request.cancel = &cancel;
    EXPECT_EQ(run_tool(request, plain()).error().code, ErrorCode::interrupted);
}

struct SocketPair {
    Fd ours, theirs;
};

SocketPair make_sockets() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    return {Fd(ends[0]), Fd(ends[1])};
}

TEST(BoxProcess, HasItsSocketAndNothingOfOurEnvironment) {
    SocketPair sockets = make_sockets();
    const BoxProcess box =
        start_box("/bin/sh", {"-c", "echo \"${HOME-none} $1\" >&9; cat <&9 >&9", "name", "arg"}, sockets.theirs, 9)
            .value();
    sockets.theirs.reset();
    EXPECT_GT(box.pid(), 0);
    ASSERT_EQ(::shutdown(sockets.ours.get(), SHUT_WR), 0);
    EXPECT_EQ(read_all(sockets.ours.get()).value(), "none arg\n");
}

TEST(BoxProcess, IsKilledAndReapedWithItsOwner) {
    SocketPair sockets = make_sockets();
    pid_t pid = -1;
    {
        BoxProcess first = start_box("/bin/sh", {"-c", "exec sleep 1000"}, sockets.theirs).value();
        const BoxProcess second = std::move(first);
        pid = second.pid();
        EXPECT_EQ(first.pid(), -1);
        sockets.theirs.reset();
    }
    EXPECT_EQ(::waitpid(pid, nullptr, WNOHANG), -1);
    EXPECT_EQ(read_all(sockets.ours.get()).value(), "");
}

TEST(BoxProcess, AnAbsentProgramIsToolMissingWhateverTheNumbersOfDescriptors) {
    const SocketPair sockets = make_sockets();
    for (int number = 3; number < 20; ++number) {
        const Error error = start_box("/no/such/box", {}, sockets.theirs, number).error();
        EXPECT_EQ(error.code, ErrorCode::tool_missing);
        EXPECT_EQ(error.message, "cannot start '/no/such/box': No such file or directory");
    }
}

}  // namespace
}  // namespace judge
