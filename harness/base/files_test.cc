#include "base/files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <random>

namespace judge {
namespace {

using testing::ElementsAre;

class Files : public testing::Test {
  protected:
    void write(const std::string& path, std::string_view content = "") {
        ASSERT_TRUE(write_file_atomically(path, content));
    }
    TempDir dir_ = TempDir::make("judge-test-").value();
};

std::vector<std::string> names(const std::string& folder) {
    std::vector<std::string> all;
    for (const DirEntry& entry : list_directory(folder).value()) all.push_back(entry.name);
    return all;
}

TEST_F(Files, CopiesARegularFileAndNothingElse) {
    const std::string from = dir_ / "from", to = dir_ / "to", pipe = dir_ / "pipe";
    write(from, std::string(200'000, 'x'));
    ASSERT_EQ(::chmod(from.c_str(), 0750), 0);
    ASSERT_TRUE(copy_file(from, to));
    EXPECT_EQ(read_file(to).value(), std::string(200'000, 'x'));
    struct stat facts {};
    ASSERT_EQ(::stat(to.c_str(), &facts), 0);
    EXPECT_NE(facts.st_mode & 0100, 0U);
    EXPECT_FALSE(copy_file(from, to));
    write(from, "short");
    EXPECT_TRUE(copy_file(from, to, Existing::replaced));
    EXPECT_EQ(read_file(to).value(), "short");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(copy_file(pipe, dir_ / "other").error().code, ErrorCode::bad_input);
    EXPECT_EQ(copy_file(dir_ / "absent", dir_ / "other").error().code, ErrorCode::not_found);
}

TEST_F(Files, WriteToKeepsWhatIsNoFileAndFollowsLinks) {
    write(dir_ / "real", "old");
    ASSERT_EQ(::symlink("real", (dir_ / "link").c_str()), 0);
    ASSERT_TRUE(write_to(dir_ / "link", "new"));
    EXPECT_EQ(read_file(dir_ / "real").value(), "new");
    EXPECT_EQ(::readlink((dir_ / "link").c_str(), std::array<char, 9>{}.data(), 9), 4);
    ASSERT_EQ(::mkfifo((dir_ / "pipe").c_str(), 0600), 0);
    const Fd reader = open_file(dir_ / "pipe", O_RDONLY | O_NONBLOCK).value();
    ASSERT_TRUE(write_to(dir_ / "pipe", "through"));
    EXPECT_EQ(read_all(reader.get()).value(), "through");
    EXPECT_THAT(names(dir_.path()), ElementsAre("link", "pipe", "real"));
    EXPECT_TRUE(write_to("/dev/null", "gone"));
    EXPECT_FALSE(is_file("/dev/null"));
    EXPECT_FALSE(write_to("/dev/full", "too much"));
    EXPECT_TRUE(write_to(dir_ / "fresh", "made"));
}

TEST_F(Files, FreeRoomIsThatOfTheFileSystem) {
    struct statvfs status = {};
    ASSERT_EQ(::statvfs(dir_.path().c_str(), &status), 0);
    EXPECT_LE(free_room(dir_.path()).value().count, static_cast<std::uint64_t>(status.f_blocks) * status.f_frsize);
    EXPECT_EQ(free_room("/proc").value(), Bytes{0});
    EXPECT_EQ(free_room(dir_ / "none").error().code, ErrorCode::not_found);
}

TEST_F(Files, AtomicWriteReplacesAndLeavesNothingElse) {
    const std::string path = dir_ / "a/b/file";
    write(path, "old");
    write(path, std::string("new\0", 4));
    EXPECT_EQ(read_file(path).value(), std::string("new\0", 4));
    EXPECT_THAT(names(dir_ / "a/b"), ElementsAre("file"));
}

TEST_F(Files, AFailedWriteLeavesNothingBehind) {
    ASSERT_TRUE(make_directories(dir_ / "x/taken"));
    const Error error = write_file_atomically(dir_ / "x/taken", "content").error();
    EXPECT_EQ(error.code, ErrorCode::io);
    EXPECT_EQ(error.message, "cannot write '" + (dir_ / "x/taken") + "': cannot replace it: Is a directory");
    EXPECT_THAT(names(dir_ / "x"), ElementsAre("taken"));
}

TEST_F(Files, ReadingRefusesMoreThanTheLimit) {
    write(dir_ / "f", "12345");
    EXPECT_EQ(read_file(dir_ / "f", Bytes{5}).value(), "12345");
    EXPECT_EQ(read_file(dir_ / "f", Bytes{4}).error().message,
              "cannot read '" + (dir_ / "f") + "': it is larger than 4 B");
    EXPECT_EQ(read_file("/dev/zero", mib(1)).error().code, ErrorCode::bad_input);
    EXPECT_EQ(read_file(dir_ / "none").error().code, ErrorCode::not_found);
    EXPECT_EQ(read_file(dir_.path()).error().code, ErrorCode::io);
}

TEST_F(Files, FoldersAreMadeWithTheirParents) {
    EXPECT_TRUE(make_directories(dir_ / "별 찍기/(1)//deep/"));
    EXPECT_TRUE(make_directories(dir_ / "별 찍기/(1)"));
    EXPECT_TRUE(is_directory(dir_ / "별 찍기/(1)/deep"));
    write(dir_ / "file");
    EXPECT_EQ(make_directories(dir_ / "file/below").error().message,
              "cannot make the folder '" + (dir_ / "file") + "': Not a directory");
}

TEST_F(Files, ListingIsInNaturalOrderAndFollowsLinksForTheKind) {
    for (const char* name : {"10.in", "2.in", "1.in"}) write(dir_ / name);
    ASSERT_TRUE(make_directories(dir_ / "dir"));
    ASSERT_EQ(::symlink("dir", (dir_ / "to-dir").c_str()), 0);
    ASSERT_EQ(::symlink("nowhere", (dir_ / "to-nothing").c_str()), 0);
    EXPECT_THAT(names(dir_.path()), ElementsAre("1.in", "2.in", "10.in", "dir", "to-dir", "to-nothing"));
    const std::vector<DirEntry> entries = list_directory(dir_.path()).value();
    EXPECT_EQ(entries[0].kind, DirEntry::Kind::file);
    EXPECT_EQ(entries[3].kind, DirEntry::Kind::directory);
    EXPECT_EQ(entries[4].kind, DirEntry::Kind::directory);
    EXPECT_EQ(entries[5].kind, DirEntry::Kind::other);
    EXPECT_EQ(list_directory(dir_ / "none").error().code, ErrorCode::not_found);
}

TEST_F(Files, RemovesTenThousandNestedFolders) {
    // In memory where there is such a place: a disk takes seconds for it.
    const bool in_memory = ::access("/dev/shm", W_OK | X_OK) == 0;
    const TempDir dir = TempDir::make("judge-test-", in_memory ? "/dev/shm" : "").value();
    const std::string top = dir / "deep";
    ASSERT_TRUE(make_directories(top));
    Fd here = open_file(top, O_RDONLY | O_DIRECTORY).value();
    for (int i = 0; i < 10'000; ++i) {
        ASSERT_EQ(::mkdirat(here.get(), "n", 0700), 0);
        here.reset(::openat(here.get(), "n", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        ASSERT_TRUE(here);
    }
    Fd(::openat(here.get(), "file", O_CREAT | O_WRONLY | O_CLOEXEC, 0400));
    const Status removed = remove_tree(top);
    EXPECT_TRUE(removed) << removed.error().message;
    EXPECT_FALSE(exists(top));
}

TEST_F(Files, RemovesFoldersThatMayNotBeEntered) {
    write(dir_ / "t/locked/in/file");
    write(dir_ / "t/open/file");
    for (const char* name : {"t/locked/in", "t/locked", "t"}) ASSERT_EQ(::chmod((dir_ / name).c_str(), 0), 0);
    const Status removed = remove_tree(dir_ / "t");
    EXPECT_TRUE(removed) << removed.error().message;
    EXPECT_TRUE(names(dir_.path()).empty());
}

TEST_F(Files, RemovingNeverFollowsLinks) {
    write(dir_ / "kept/file", "x");
    ASSERT_TRUE(make_directories(dir_ / "t/sub"));
    ASSERT_EQ(::symlink((dir_ / "kept").c_str(), (dir_ / "t/sub/link").c_str()), 0);
    ASSERT_EQ(::symlink((dir_ / "kept").c_str(), (dir_ / "top-link").c_str()), 0);
    EXPECT_TRUE(remove_tree(dir_ / "t/"));
    EXPECT_TRUE(remove_tree(dir_ / "top-link"));
    EXPECT_THAT(names(dir_.path()), ElementsAre("kept"));
    EXPECT_EQ(read_file(dir_ / "kept/file").value(), "x");
}

TEST_F(Files, RemovingWideTreesAndMissingPathsSucceeds) {
    for (int i = 0; i < 7; ++i) ASSERT_TRUE(make_directories(dir_ / ("w/" + std::to_string(i))));
    for (int i = 0; i < 300; ++i) {
        const std::string path = dir_ / ("w/" + std::to_string(i % 7) + "/" + std::to_string(i));
        ASSERT_TRUE(open_file(path, O_CREAT | O_WRONLY));
    }
    EXPECT_TRUE(remove_tree(dir_ / "w"));
    EXPECT_FALSE(exists(dir_ / "w"));
    EXPECT_TRUE(remove_tree(dir_ / "w"));
    EXPECT_TRUE(remove_tree(dir_ / "none/below"));
}

TEST_F(Files, RemovingRefusesPathsWithoutAName) {
    for (const char* path : {"/", "", ".", "..", "a/.."})
        EXPECT_EQ(remove_tree(path).error().code, ErrorCode::io) << path;
}

TEST_F(Files, TempDirRemovesItselfAndMovesItsDuty) {
    std::string path;
    {
        TempDir inner = TempDir::make("x-", dir_.path()).value();
        path = inner.path();
        struct stat facts {};
        ASSERT_EQ(::stat(path.c_str(), &facts), 0);
        EXPECT_EQ(facts.st_mode & 0777, 0700u);
        write(inner / "file");
        const TempDir other = std::move(inner);
        EXPECT_EQ(other.path(), path);
    }
    EXPECT_FALSE(exists(path));
    EXPECT_EQ(TempDir::make("x-", dir_ / "none").error().code, ErrorCode::io);
}

TEST_F(Files, RealPathResolvesLinksAndKeepsWhatIsMissing) {
    const std::string base = real_path(dir_.path()).value();
    ASSERT_TRUE(make_directories(dir_ / "a"));
    ASSERT_EQ(::symlink("a", (dir_ / "link").c_str()), 0);
    EXPECT_EQ(real_path(dir_ / "link/../link/./none/x").value(), base + "/a/none/x");
    EXPECT_EQ(real_path(dir_ / "a/").value(), base + "/a");
    EXPECT_EQ(real_path("/").value(), "/");
}

TEST(Paths, AreTakenApart) {
    EXPECT_EQ(file_name("/a/b/c.cpp"), "c.cpp");
    EXPECT_EQ(file_name("/a/b/"), "b");
    EXPECT_EQ(file_name("/"), "");
    EXPECT_EQ(parent_path("/a/b/c.cpp"), "/a/b");
    EXPECT_EQ(parent_path("c.cpp"), ".");
    EXPECT_EQ(parent_path("/c"), "/");
    EXPECT_EQ(parent_path("a//b"), "a");
    EXPECT_EQ(extension("/x.y/a.b.cpp"), "cpp");
    EXPECT_EQ(extension("/x.y/a"), "");
    EXPECT_EQ(extension(".bashrc"), "");
    EXPECT_EQ(stem("/x/a.b.cpp"), "a.b");
    EXPECT_EQ(stem(".bashrc"), ".bashrc");
    EXPECT_EQ(join_path("a/", "b"), "a/b");
    EXPECT_EQ(join_path("a", "/b"), "/b");
    EXPECT_EQ(join_path("", "b"), "b");
    EXPECT_EQ(join_path("/", "b"), "/b");
}

TEST(NaturalOrder, ComparesNumbersAsNumbers) {
    std::vector<std::string> all = {"a10",
                                    "a2",
                                    "a",
                                    "a02",
                                    "10.in",
                                    "2.in",
                                    "b",
                                    "a2b",
                                    "",
                                    "별2",
                                    "별10",
                                    "99999999999999999999999",
                                    "100000000000000000000000"};
    std::sort(all.begin(), all.end(), natural_less);
    EXPECT_THAT(all, ElementsAre("", "2.in", "10.in", "99999999999999999999999", "100000000000000000000000", "a", "a02",
                                 "a2", "a2b", "a10", "b", "별2", "별10"));
}

TEST(NaturalOrder, IsAStrictWeakOrder) {
    std::mt19937 random(7);
    std::vector<std::string> all;
    for (int i = 0; i < 60; ++i) {
        std::string text;
        for (unsigned n = random() % 5; n > 0; --n) text += "012a-"[random() % 5];
        all.push_back(text);
    }
    for (const std::string& a : all) {
        for (const std::string& b : all) {
            EXPECT_EQ(natural_less(a, b) || natural_less(b, a), a != b) << a << " " << b;
            for (const std::string& c : all)
                EXPECT_TRUE(!natural_less(a, b) || !natural_less(b, c) || natural_less(a, c)) << a << b << c;
        }
    }
}

TEST(Globs, MatchAsTheShellDoes) {
    EXPECT_TRUE(glob_matches("secret/*", "secret/a/b"));
    EXPECT_TRUE(glob_matches("?[a-c]*.in", "xb1.in"));
    EXPECT_FALSE(glob_matches("secret/*", "sample/1"));
    EXPECT_FALSE(glob_matches("", "x"));
}

}  // namespace
}  // namespace judge
