#include "os/directories.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"

namespace judge {
namespace {

using testing::HasSubstr;

class Directories : public testing::Test {
  protected:
    Environment home() { return Environment{{"HOME", dir_.path()}}; }
    TempDir dir_ = TempDir::make("judge-test-").value();
};

TEST_F(Directories, LieBelowHomeByDefault) {
    EXPECT_EQ(home_directory(home()).value(), dir_.path());
    EXPECT_EQ(cache_directory(home()).value(), dir_ / ".cache/judge");
    EXPECT_EQ(state_directory(home()).value(), dir_ / ".local/state/judge");
    EXPECT_EQ(config_directory(home()).value(), dir_ / ".config/judge");
    EXPECT_TRUE(is_directory(dir_ / ".cache/judge"));
    EXPECT_TRUE(is_directory(dir_ / ".local/state/judge"));
    EXPECT_FALSE(exists(dir_ / ".config"));
}

TEST_F(Directories, FollowTheirVariablesUnlessTheseAreRelative) {
    Environment environment = home();
    environment.set("XDG_CACHE_HOME", dir_ / "c");
    environment.set("XDG_STATE_HOME", "relative");
    environment.set("XDG_CONFIG_HOME", dir_ / "conf");
    EXPECT_EQ(cache_directory(environment).value(), dir_ / "c/judge");
    EXPECT_EQ(state_directory(environment).value(), dir_ / ".local/state/judge");
    EXPECT_EQ(config_directory(environment).value(), dir_ / "conf/judge");
}

TEST_F(Directories, AnImpossiblePlaceNamesTheRemedy) {
    ASSERT_TRUE(write_file_atomically(dir_ / "file", ""));
    Environment environment = home();
    environment.set("XDG_CACHE_HOME", dir_ / "file");
    const Error error = cache_directory(environment).error();
    EXPECT_EQ(error.code, ErrorCode::io);
    EXPECT_EQ(error.message, "cannot make the folder '" + (dir_ / "file") + "': Not a directory");
    EXPECT_EQ(error.hint, "set XDG_CACHE_HOME to a folder that may be written");
}

TEST_F(Directories, WithoutHomeThePasswordFileDecides) {
    const Result<std::string> home = home_directory(Environment());
    if (home) {
        EXPECT_TRUE(home->starts_with("/"));
    } else {
        EXPECT_EQ(home.error().hint, "set HOME");
    }
}

TEST_F(Directories, RuntimeFolderIsPrivateAndOurs) {
    const std::string name = "judge-" + std::to_string(::geteuid());
    EXPECT_EQ(runtime_directory(Environment(), dir_.path()).value(), dir_ / name);
    ASSERT_EQ(::chmod((dir_ / name).c_str(), 0777), 0);
    EXPECT_EQ(runtime_directory(Environment(), dir_.path()).value(), dir_ / name);
    struct stat facts {};
    ASSERT_EQ(::stat((dir_ / name).c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0700u);
    Environment environment{{"XDG_RUNTIME_DIR", dir_ / "run"}};
    EXPECT_EQ(runtime_directory(environment, dir_.path()).value(), dir_ / name);  // absent
    ASSERT_TRUE(make_directories(dir_ / "run"));
    EXPECT_EQ(runtime_directory(environment, dir_.path()).value(), dir_ / "run/judge");
}

TEST_F(Directories, RuntimeFolderIsNotTakenFromAStranger) {
    const std::string path = dir_ / ("judge-" + std::to_string(::geteuid()));
    ASSERT_TRUE(make_directories(dir_ / "elsewhere"));
    ASSERT_EQ(::symlink((dir_ / "elsewhere").c_str(), path.c_str()), 0);
    const Error error = runtime_directory(Environment(), dir_.path()).error();
    EXPECT_EQ(error.message, "cannot use the folder '" + path + "': it is not a folder of this user");
    EXPECT_THAT(error.hint, HasSubstr("XDG_RUNTIME_DIR"));
}

TEST_F(Directories, ProgramsAreFoundInAbsoluteFoldersInOrder) {
    ASSERT_TRUE(write_file_atomically(dir_ / "a/tool", "", 0644));
    ASSERT_TRUE(write_file_atomically(dir_ / "b/tool", "", 0755));
    ASSERT_TRUE(write_file_atomically(dir_ / "c/tool", "", 0755));
    ASSERT_TRUE(make_directories(dir_ / "a/folder"));
    const std::string path = "::.:" + (dir_ / "a") + ":" + (dir_ / "b") + ":" + (dir_ / "c");
    EXPECT_EQ(find_program("tool", path), dir_ / "b/tool");
    EXPECT_EQ(find_program(dir_ / "c/tool", path), dir_ / "c/tool");
    EXPECT_EQ(find_program("folder", path), std::nullopt);
    EXPECT_EQ(find_program("none", path), std::nullopt);
    EXPECT_EQ(find_program("", path), std::nullopt);
    EXPECT_EQ(find_program("tool", ""), std::nullopt);
}

TEST(Environments, KeepWhatTheyAreGiven) {
    const Environment environment{{"B", "2=3"}, {"A", ""}};
    EXPECT_EQ(environment.get("B"), "2=3");
    EXPECT_EQ(environment.get("C"), "");
    EXPECT_THAT(environment.entries(), testing::ElementsAre("A=", "B=2=3"));
}

}  // namespace
}  // namespace judge
