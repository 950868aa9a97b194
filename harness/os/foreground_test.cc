#include "os/foreground.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "base/fd.h"
#include "base/files.h"

namespace judge {
namespace {

const Environment kEnvironment{{"PATH", "/usr/bin:/bin"}};

TEST(Foreground, GivesBackWhatAShellWould) {
    EXPECT_EQ(run_in_foreground({{"sh", "-c", "exit 7"}, "", 0}, kEnvironment).value(), 7);
    EXPECT_EQ(run_in_foreground({{"sh", "-c", "kill -9 $$"}, "", 0}, kEnvironment).value(), 137);
}

TEST(Foreground, HandsOnInputAndFolder) {
    const TempDir folder = TempDir::make("judge-foreground-").value();
    ASSERT_TRUE(write_file_atomically(folder / "in", "text\n"));
    const Fd input = open_file(folder / "in", O_RDONLY).value();
    EXPECT_EQ(run_in_foreground({{"sh", "-c", "cat > out"}, folder.path(), input.get()}, kEnvironment).value(), 0);
    EXPECT_EQ(read_file(folder / "out").value(), "text\n");
}

TEST(Foreground, LeavesCtrlCToTheProgram) {
    // The child sends it to both, as a terminal does.
    EXPECT_EQ(run_in_foreground({{"sh", "-c", "kill -2 $PPID; kill -2 $$; sleep 60"}, "", 0}, kEnvironment).value(),
              130);
    struct sigaction now {};
    ::sigaction(SIGINT, nullptr, &now);
    EXPECT_EQ(now.sa_handler, SIG_DFL);
}

TEST(Foreground, AnAbsentProgramIsNamed) {
    const Error error = run_in_foreground({{"no-such-program"}, "", 0}, kEnvironment).error();
    EXPECT_EQ(error.code, ErrorCode::tool_missing);
    EXPECT_EQ(error.message, "cannot run 'no-such-program': it is not installed");
}

}  // namespace
}  // namespace judge
