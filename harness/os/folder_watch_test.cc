#include "os/folder_watch.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <thread>

#include "base/files.h"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Nanos kQuiet = std::chrono::milliseconds(20);

class Watching : public testing::Test {
  protected:
    FolderWatch watch() { return FolderWatch::open({{dir_.path()}}).value(); }
    void write(const std::string& name) {
        std::FILE* file = std::fopen((dir_ / name).c_str(), "w");
        ASSERT_NE(file, nullptr) << name;
        std::fputs("x", file);
        std::fclose(file);
    }

    TempDir dir_ = TempDir::make("judge 별-").value();
    Cancel never_;
};

TEST_F(Watching, TellsOfAWrittenFileOnce) {
    FolderWatch watch = this->watch();
    write("a.cpp");
    write("a.cpp");
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "a.cpp"));
}

TEST_F(Watching, TellsOfASaveByRename) {
    write("a.cpp");
    FolderWatch watch = this->watch();
    write("a.cpp.new");
    ASSERT_EQ(std::rename((dir_ / "a.cpp.new").c_str(), (dir_ / "a.cpp").c_str()), 0);
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "a.cpp", dir_ / "a.cpp.new"));
}

TEST_F(Watching, TellsOfASaveByLink) {
    write("b");
    FolderWatch watch = this->watch();
    ASSERT_EQ(::link((dir_ / "b").c_str(), (dir_ / "a.cpp").c_str()), 0);
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "a.cpp"));
}

TEST_F(Watching, TellsOfRemoval) {
    write("a.cpp");
    FolderWatch watch = this->watch();
    ASSERT_EQ(::unlink((dir_ / "a.cpp").c_str()), 0);
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "a.cpp"));
}

TEST_F(Watching, FollowsFoldersThatCome) {
    FolderWatch watch = this->watch();
    ASSERT_TRUE(make_directories(dir_ / "one/two"));
    write("one/two/a.cpp");
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "one/two/a.cpp"));
    write("one/two/b.cpp");
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "one/two/b.cpp"));
}

TEST_F(Watching, ForgetsFoldersThatGo) {
    ASSERT_TRUE(make_directories(dir_ / "old"));
    FolderWatch watch = this->watch();
    ASSERT_EQ(std::rename((dir_ / "old").c_str(), (dir_ / "new").c_str()), 0);
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "old"));
    write("new/a.cpp");
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "new/a.cpp"));
}

TEST_F(Watching, PassesOverHiddenFolders) {
    ASSERT_TRUE(make_directories(dir_ / ".git"));
    FolderWatch watch = this->watch();
    write(".git/index");
    write("a.cpp");
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "a.cpp"));
}

TEST_F(Watching, StaysOnTheSurfaceWhereAsked) {
    ASSERT_TRUE(make_directories(dir_ / "deep"));
    FolderWatch watch = FolderWatch::open({{dir_.path(), WatchRoot::Depth::itself}}).value();
    write("deep/a.cpp");
    write("b.cpp");
    EXPECT_THAT(watch.next(kQuiet, never_).value(), ElementsAre(dir_ / "b.cpp"));
}

TEST_F(Watching, EndsWhenAsked) {
    FolderWatch watch = this->watch();
    Cancel cancel;
    std::thread other([&] { cancel.request(); });
    EXPECT_THAT(watch.next(kQuiet, cancel).value(), IsEmpty());
    other.join();
}

TEST_F(Watching, AFolderThatIsNotThereIsAnError) {
    EXPECT_EQ(FolderWatch::open({{dir_ / "absent"}}).error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace judge
