#include "base/fd.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>

#include "base/cancel.h"
#include "base/files.h"

namespace judge {
namespace {

bool is_open(int fd) {
    return ::fcntl(fd, F_GETFD) >= 0;
}

TEST(Fd, ClosesWhatItOwnsAndNothingElse) {
    Pipe pipe = make_pipe().value();
    const int read_end = pipe.read.get(), write_end = pipe.write.get();
    {
        const Fd moved = std::move(pipe.read);
        EXPECT_FALSE(pipe.read);
        EXPECT_TRUE(is_open(read_end));
    }
    EXPECT_FALSE(is_open(read_end));
    EXPECT_TRUE(is_open(write_end));
    EXPECT_EQ(pipe.write.release(), write_end);
    pipe.write.reset();
    EXPECT_TRUE(is_open(write_end));
    ::close(write_end);
}

TEST(Fd, DescriptorsCloseOnExec) {
    const Pipe pipe = make_pipe().value();
    const Fd memory = make_memory_file("x").value();
    for (const int fd : {pipe.read.get(), pipe.write.get(), memory.get()})
        EXPECT_EQ(::fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

TEST(Fd, WritesAndReadsWholeTexts) {
    const Fd file = make_memory_file("x").value();
    const std::string text = std::string(200'000, 'a') + std::string("\0z", 2);
    ASSERT_TRUE(write_all(file.get(), text));
    std::array<char, 4> tail{};
    EXPECT_EQ(read_at(file.get(), tail, text.size() - 2).value(), 2u);
    EXPECT_EQ(std::string(tail.data(), 2), std::string("\0z", 2));
    EXPECT_EQ(read_at(file.get(), tail, text.size() + 5).value(), 0u);
    ASSERT_EQ(::lseek(file.get(), 0, SEEK_SET), 0);
    EXPECT_EQ(read_all(file.get()).value(), text);
}

TEST(Fd, OpenTellsAbsentFromRefused) {
    const TempDir dir = TempDir::make("judge-test-").value();
    const Error absent = open_file(dir / "none", O_RDONLY).error();
    EXPECT_EQ(absent.code, ErrorCode::not_found);
    EXPECT_EQ(absent.message, "cannot open '" + (dir / "none") + "': No such file or directory");
    EXPECT_EQ(open_file(dir.path(), O_WRONLY).error().code, ErrorCode::io);
}

TEST(Fd, WritingToAClosedFileIsAnError) {
    EXPECT_EQ(write_all(-1, "x").error().message, "cannot write: Bad file descriptor");
    EXPECT_EQ(read_all(-1).error().code, ErrorCode::io);
}

TEST(Cancel, IsSeenByFlagAndByDescriptorAndStays) {
    Cancel cancel;
    pollfd waiting{cancel.wait_fd(), POLLIN, 0};
    EXPECT_FALSE(cancel.requested());
    EXPECT_EQ(::poll(&waiting, 1, 0), 0);
    cancel.request();
    cancel.request();
    for (int i = 0; i < 2; ++i) {
        EXPECT_TRUE(cancel.requested());
        EXPECT_EQ(::poll(&waiting, 1, 0), 1);
    }
}

}  // namespace
}  // namespace judge
