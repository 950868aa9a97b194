#include "toolchain/cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "toolchain/manifest.h"

namespace judge {
namespace {

Cache open_cache(const std::string& folder, Bytes bound = gib(1)) {
    return Cache::open(folder, bound).value();
}

CacheEntry keep(const Cache& cache, const std::string& key, std::string_view content) {
    BuildFolder build = cache.make_build_folder().value();
    EXPECT_TRUE(write_file_atomically(join_path(build.files(), "Main"), content, 0700).ok());
    CacheRecord record;
    record.ok = true;
    record.log = "a warning";
    record.wall = Nanos(7);
    return cache.put(key, record, std::move(build)).value();
}

class CacheTest : public testing::Test {
  protected:
    TempDir folder_ = TempDir::make("cache-").value();
};

TEST_F(CacheTest, WhatIsKeptIsFoundByAnotherProcess) {
    keep(open_cache(folder_.path()), "abcdef", "program");
    const Cache later = open_cache(folder_.path());
    const auto entry = later.find("abcdef");
    ASSERT_TRUE(entry.has_value());
    EXPECT_EQ(*read_file(join_path(entry->files, "Main")), "program");
    EXPECT_EQ(entry->record.log, "a warning");
    EXPECT_EQ(entry->record.wall, Nanos(7));
    EXPECT_FALSE(later.find("abcdee").has_value());
}

TEST_F(CacheTest, FilesAreForAllToReadAndLinksAreDropped) {
    const Cache cache = open_cache(folder_.path());
    BuildFolder build = cache.make_build_folder().value();
    ASSERT_TRUE(write_file_atomically(join_path(build.files(), "Main"), "x", 0700).ok());
    ASSERT_EQ(symlink("/etc/passwd", join_path(build.files(), "link").c_str()), 0);
    ASSERT_EQ(mkfifo(join_path(build.files(), "pipe").c_str(), 0600), 0);
    const CacheEntry entry = cache.put("k1", {}, std::move(build)).value();
    struct stat status = {};
    ASSERT_EQ(stat(join_path(entry.files, "Main").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0755u);
    EXPECT_EQ(list_directory(entry.files)->size(), 1u);
}

TEST_F(CacheTest, ADamagedEntryCountsAsAbsent) {
    std::string main;
    {
        const Cache cache = open_cache(folder_.path());
        main = join_path(keep(cache, "abcdef", "program").files, "Main");
    }
    ASSERT_EQ(truncate(main.c_str(), 3), 0);
    const Cache cache = open_cache(folder_.path());
    EXPECT_FALSE(cache.find("abcdef").has_value());
    EXPECT_EQ(cache.stats().entries, 0u);
    keep(cache, "abcdef", "program");
    EXPECT_TRUE(cache.find("abcdef").has_value());
}

TEST_F(CacheTest, TheFirstOfTwoBuildersWins) {
    const Cache one = open_cache(folder_.path());
    const Cache two = open_cache(folder_.path());
    keep(one, "abcdef", "first");
    EXPECT_EQ(*read_file(join_path(keep(two, "abcdef", "second").files, "Main")), "first");
}

TEST_F(CacheTest, TheBoundDropsWhatWasUnusedLongestAndNeverWhatIsHeld) {
    const std::string content(100'000, 'x');
    {
        const Cache cache = open_cache(folder_.path());
        for (const char* key : {"aa1", "aa2", "aa3"}) keep(cache, key, content);
    }
    const struct timespec old[2] = {{1000, 0}, {1000, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, (folder_ / "entries/aa/aa2").c_str(), old, 0), 0);
    const Cache holder = open_cache(folder_.path());
    ASSERT_TRUE(holder.find("aa1").has_value());
    const Cache small = open_cache(folder_.path(), Bytes{350'000});
    keep(small, "aa4", content);
    EXPECT_FALSE(small.find("aa2").has_value());
    EXPECT_TRUE(small.find("aa1").has_value());
    EXPECT_TRUE(small.find("aa4").has_value());
}

TEST_F(CacheTest, ClearLeavesNothingButWhatOthersHold) {
    {
        const Cache cache = open_cache(folder_.path());
        keep(cache, "aa1", "x");
        keep(cache, "aa2", "x");
        cache.write_note("manifests", "m", "text");
    }
    const Cache holder = open_cache(folder_.path());
    ASSERT_TRUE(holder.find("aa1").has_value());
    const Cache cache = open_cache(folder_.path());
    EXPECT_GT(cache.clear()->count, 0u);
    EXPECT_EQ(cache.stats().entries, 1u);
    EXPECT_FALSE(cache.read_note("manifests", "m").has_value());
}

TEST_F(CacheTest, AKilledBuilderLeavesOnlyWhatTheNextSweeps) {
    const pid_t child = fork();
    if (child == 0) {
        const Cache cache = open_cache(folder_.path());
        const BuildFolder build = cache.make_build_folder().value();
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    const auto builds = [&] { return *list_directory(folder_ / "tmp"); };
    ASSERT_EQ(builds().size(), 1u);
    open_cache(folder_.path());
    EXPECT_EQ(builds().size(), 1u) << "a young build may still be locked by its maker";
    const struct timespec old[2] = {{1000, 0}, {1000, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, join_path(folder_ / "tmp", builds()[0].name).c_str(), old, 0), 0);
    open_cache(folder_.path());
    EXPECT_EQ(builds().size(), 0u);
}

TEST_F(CacheTest, KillsAtAnyMomentLeaveNoHalfEntry) {
    const std::string content(1 << 20, 'x');
    for (int round = 0; round < 20; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            const Cache cache = open_cache(folder_.path());
            for (int i = 0;; ++i) keep(cache, "k" + std::to_string(round) + "-" + std::to_string(i), content);
        }
        // Any moment will do: a busy machine only makes it an earlier one.
        usleep(static_cast<useconds_t>(1000 + round * 1500));
        kill(child, SIGKILL);
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
    }
    const Cache cache = open_cache(folder_.path());
    std::size_t found = 0;
    for (const DirEntry& group : *list_directory(folder_ / "entries")) {
        for (const DirEntry& key : *list_directory(folder_ / "entries/" + group.name)) {
            const auto entry = cache.find(key.name);
            ASSERT_TRUE(entry.has_value()) << key.name;
            EXPECT_EQ(read_file(join_path(entry->files, "Main"))->size(), content.size());
            ++found;
        }
    }
    EXPECT_EQ(cache.stats().entries, found);
}

/// Keeps and finds among 20 keys in a cache that has room for 8; true if every entry that was had is whole.
bool use_busily(const std::string& folder, int start) {
    const Cache cache = open_cache(folder, Bytes{400'000});
    for (int i = 0; i < 100; ++i) {
        const std::string key = "key" + std::to_string((start + i * 7) % 20);
        const std::string content(50'000, key.back());
        std::optional<CacheEntry> entry = cache.find(key);
        if (!entry) entry = keep(cache, key, content);
        if (read_file(join_path(entry->files, "Main")).value() != content) return false;
    }
    return true;
}

TEST_F(CacheTest, ProcessesThatKeepFindAndTrimAtOnceSeeWholeEntriesOnly) {
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
        children.push_back(fork());
        if (children.back() == 0) _exit(use_busily(folder_.path(), i * 5) ? 0 : 1);
    }
    for (const pid_t child : children) {
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
}

TEST(Manifest, MakeRulesAreUnescaped) {
    EXPECT_EQ(parse_make_rule("Main.o: Main.cc a\\ b.h \\\n /usr/x\\#y.h $$z.h Main.cc\n\na.h:\n"),
              (std::vector<std::string>{"Main.cc", "a b.h", "/usr/x#y.h", "$z.h"}));
    EXPECT_TRUE(parse_make_rule("nothing").empty());
}

TEST(Manifest, TextFormIsReadBackAndACutOneIsNot) {
    const std::vector<ManifestVariant> variants = {{"key1", {{"/usr/a b.h", "h1", 5, 6, 7}, {"x.h", "h2", 0, 0, 0}}},
                                                   {"key2", {}}};
    const std::string text = write_manifest(variants);
    EXPECT_EQ(parse_manifest(text), variants);
    EXPECT_TRUE(parse_manifest(text.substr(0, text.size() - 2)).empty());
    EXPECT_TRUE(parse_manifest("judge manifest 0\nend\n").empty());
    EXPECT_TRUE(parse_manifest("").empty());
}

TEST(Manifest, KeepsTheNewestVariants) {
    std::vector<ManifestVariant> variants;
    for (int i = 0; i < 20; ++i) add_variant(variants, {std::to_string(i), {}});
    EXPECT_EQ(variants.size(), 8u);
    EXPECT_EQ(variants.front().result_key, "19");
    add_variant(variants, {"15", {}});
    EXPECT_EQ(variants.front().result_key, "15");
    EXPECT_EQ(variants.size(), 8u);
}

TEST(Manifest, ContentCountsAndTimesDoNot) {
    const TempDir folder = TempDir::make("manifest-").value();
    const std::string path = folder / "a.h";
    ASSERT_TRUE(write_file_atomically(path, "one").ok());
    const StagedHashes staged = {{"b.h", "hash"}};
    const std::vector<Dependency> before = read_dependencies({path, "b.h", folder / "absent.h"}, staged);
    ASSERT_EQ(before.size(), 2u);
    const struct timespec old[2] = {{1000, 0}, {1000, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), old, 0), 0);
    EXPECT_TRUE(dependencies_hold(before, staged));
    EXPECT_FALSE(dependencies_hold(before, {{"b.h", "other"}}));
    ASSERT_TRUE(write_file_atomically(path, "two").ok());
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), old, 0), 0);
    EXPECT_FALSE(dependencies_hold(before, staged));
    EXPECT_NE(result_key("k", before), result_key("k", read_dependencies({path, "b.h"}, staged)));
}

}  // namespace
}  // namespace judge
