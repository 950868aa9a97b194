#include "judging/hashed_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"
#include "base/hash.h"

namespace judge {
namespace {

class HashedFiles : public testing::Test {
  protected:
    std::string file(const std::string& content) {
        const std::string path = dir_ / "file";
        EXPECT_TRUE(write_file_atomically(path, content).ok());
        return path;
    }
    TempDir dir_ = TempDir::make("hashed-").value();
};

TEST_F(HashedFiles, DigestsWholeFiles) {
    const std::string content(300'000, 'x');
    EXPECT_EQ(digest_of_file(file(content)).value(), hash_of(content));
    EXPECT_EQ(digest_of_file(file("")).value(), hash_of(""));
    EXPECT_EQ(digest_of_file(dir_ / "absent").error().code, ErrorCode::not_found);
}

TEST_F(HashedFiles, UTF16IsRefusedAloud) {
    const std::string path =
        file(std::string("\xFF\xFE"
                         "1\0",
                         4));
    EXPECT_EQ(hash_data_file(path).fault, "cannot use '" + path + "': it is UTF-16 (byte order mark at byte 0)");
    EXPECT_EQ(hash_data_file(file("\xFE\xFF")).fault.substr(0, 10), "cannot use");
    EXPECT_EQ(hash_data_file(file("1\n")).fault, "");
    EXPECT_EQ(hash_data_file(file("")).fault, "");
    EXPECT_EQ(hash_data_file(file("12\n")).size, Bytes{3});
    EXPECT_NE(hash_data_file(dir_ / "absent").fault.find("absent"), std::string::npos);
}

TEST_F(HashedFiles, AFileThatIsYoungProvesNothing) {
    const std::string path = file("7\n");
    const HashedFile hashed = hash_file(path).value();
    EXPECT_EQ(hashed.digest, hash_of("7\n"));
    EXPECT_FALSE(hashed.state.has_value());
    EXPECT_FALSE(hashed.is_still(open_file(path, O_RDONLY)->get()));
}

// A file of the system is old enough without waiting.
TEST_F(HashedFiles, AnOldFileIsStillItself) {
    const std::string path = real_path("/bin/true").value();
    const HashedFile hashed = hash_file(path).value();
    ASSERT_TRUE(hashed.state.has_value());
    EXPECT_TRUE(hashed.is_still(open_file(path, O_RDONLY)->get()));
    EXPECT_FALSE(hashed.is_still(open_file(file("other"), O_RDONLY)->get()));
}

TEST_F(HashedFiles, EveryFieldOfTheStateCounts) {
    const std::string path = file("7\n");
    const Fd open = open_file(path, O_RDONLY).value();
    HashedFile hashed;
    hashed.state = state_of(open.get()).value();
    EXPECT_TRUE(hashed.is_still(open.get()));
    // The content of equal size is changed and its time set back, as touch(1) can: st_ctime tells.
    struct stat before {};
    ASSERT_EQ(::fstat(open.get(), &before), 0);
    const Fd writer = open_file(path, O_WRONLY).value();
    ASSERT_EQ(::pwrite(writer.get(), "8", 1, 0), 1);
    const timespec times[] = {before.st_atim, before.st_mtim};
    struct stat after {};
    do {  // until the clock of the file system has moved on
        ASSERT_EQ(::futimens(writer.get(), times), 0);
        ASSERT_EQ(::fstat(open.get(), &after), 0);
    } while (after.st_ctim.tv_sec == before.st_ctim.tv_sec && after.st_ctim.tv_nsec == before.st_ctim.tv_nsec);
    EXPECT_EQ(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    EXPECT_FALSE(hashed.is_still(open.get()));
}

}  // namespace
}  // namespace judge
