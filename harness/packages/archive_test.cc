#include "packages/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <iconv.h>

#include "base/files.h"
#include "packages/text.h"

namespace judge {
namespace {

struct Member {
    std::string name;
    std::string content = "";
    unsigned type = AE_IFREG;
    std::string link = "";       // target of a symbolic link
    std::string hard_link = "";  // target of a hard link
};

enum class Kind { zip, tar, seven_zip };

class Archive : public testing::Test {
  protected:
    std::string make(const std::vector<Member>& members, Kind kind = Kind::tar) {
        const std::string path = dir_ / "a.bin";
        struct archive* writer = ::archive_write_new();
        if (kind == Kind::zip) ::archive_write_set_format_zip(writer);
        if (kind == Kind::tar) {
            ::archive_write_set_format_gnutar(writer);
            ::archive_write_add_filter_gzip(writer);
        }
        if (kind == Kind::seven_zip) ::archive_write_set_format_7zip(writer);
        EXPECT_EQ(::archive_write_open_filename(writer, path.c_str()), ARCHIVE_OK);
        for (const Member& member : members) {
            struct archive_entry* entry = ::archive_entry_new();
            ::archive_entry_set_pathname(entry, member.name.c_str());
            ::archive_entry_set_filetype(entry, member.type);
            ::archive_entry_set_perm(entry, 0644);
            if (!member.link.empty()) ::archive_entry_set_symlink(entry, member.link.c_str());
            if (!member.hard_link.empty()) ::archive_entry_set_hardlink(entry, member.hard_link.c_str());
            if (member.type == AE_IFREG && member.hard_link.empty())
                ::archive_entry_set_size(entry, static_cast<la_int64_t>(member.content.size()));
            EXPECT_GE(::archive_write_header(writer, entry), ARCHIVE_WARN) << ::archive_error_string(writer);
            if (!member.content.empty()) ::archive_write_data(writer, member.content.data(), member.content.size());
            ::archive_entry_free(entry);
        }
        EXPECT_EQ(::archive_write_close(writer), ARCHIVE_OK);
        ::archive_write_free(writer);
        return path;
    }

    std::string refusal(const std::vector<Member>& members, Kind kind = Kind::tar, const ArchiveBounds& bounds = {}) {
        const Status unpacked = unpack_fresh(make(members, kind), bounds);
        if (unpacked) return "accepted";
        EXPECT_EQ(unpacked.error().code, ErrorCode::bad_input);
        std::string message = unpacked.error().message;
        const std::string prefix = "cannot unpack '" + (dir_ / "a.bin") + "': ";
        EXPECT_TRUE(message.starts_with(prefix)) << message;
        return message.substr(prefix.size());
    }

    Status unpack_fresh(const std::string& path, const ArchiveBounds& bounds = {}) {
        out_ = TempDir::make("unpacked-").value();
        EXPECT_TRUE(make_directories(out_ / "target").ok());
        return unpack(path, out_ / "target", bounds);
    }
    std::string content(const std::string& name) {
        const Result<std::string> text = read_file(out_ / ("target/" + name));
        return text ? *text : "missing: " + text.error().message;
    }

    TempDir dir_ = TempDir::make("archive-").value();
    TempDir out_;
};

TEST_F(Archive, UnpacksEveryKind) {
    for (const Kind kind : {Kind::zip, Kind::tar, Kind::seven_zip}) {
        const std::string path = make({{"a/1.in", "1\n"}, {"./a//2.in", "2\n"}}, kind);
        EXPECT_TRUE(is_archive(path));
        const Status unpacked = unpack_fresh(path);
        ASSERT_TRUE(unpacked.ok()) << unpacked.error().message;
        EXPECT_EQ(content("a/1.in"), "1\n");
        EXPECT_EQ(content("a/2.in"), "2\n");
    }
}

TEST_F(Archive, RefusesWhatLeavesTheFolder) {
    EXPECT_EQ(refusal({{"../evil", "x"}}), "the entry '../evil' would be written outside of the target folder");
    EXPECT_EQ(refusal({{"a/../../evil", "x"}}),
              "the entry 'a/../../evil' would be written outside of the target folder");
    EXPECT_EQ(refusal({{"a/../b", "x"}}), "the entry 'a/../b' would be written outside of the target folder");
    EXPECT_EQ(refusal({{"/etc/evil", "x"}}), "the entry '/etc/evil' has an absolute name");
    EXPECT_EQ(refusal({{"C:\\evil", "x"}}), "the entry 'C:\\evil' has an absolute name");
    EXPECT_EQ(refusal({{"..\\evil", "x"}}), "the entry '..\\evil' would be written outside of the target folder");
    EXPECT_FALSE(exists(out_ / "evil"));
}

TEST_F(Archive, RefusesLinksThatLeaveAndCopiesThoseThatStay) {
    EXPECT_EQ(refusal({{"a/link", "", AE_IFLNK, "/etc/passwd"}}),
              "the entry 'a/link' is a link that leaves the archive");
    EXPECT_EQ(refusal({{"a/link", "", AE_IFLNK, "../../x"}}), "the entry 'a/link' is a link that leaves the archive");
    EXPECT_EQ(refusal({{"hard", "", AE_IFREG, "", "../x"}}), "the entry 'hard' is a link that leaves the archive");
    // A link to a folder outside must not be a way for what follows it.
    EXPECT_EQ(refusal({{"d", "", AE_IFLNK, ".."}, {"d/evil", "x"}}), "the entry 'd' is a link that leaves the archive");
    const std::string path =
        make({{"a/1.in", "1\n"}, {"b/2.in", "", AE_IFLNK, "../a/1.in"}, {"3.in", "", AE_IFREG, "", "a/1.in"}});
    ASSERT_TRUE(unpack_fresh(path).ok());
    EXPECT_EQ(content("b/2.in"), "1\n");
    EXPECT_EQ(content("3.in"), "1\n");
}

TEST_F(Archive, RefusesDevicesAndDoubles) {
    EXPECT_EQ(refusal({{"pipe", "", AE_IFIFO}}), "the entry 'pipe' is a device, a pipe or a socket");
    EXPECT_EQ(refusal({{"null", "", AE_IFCHR}}), "the entry 'null' is a device, a pipe or a socket");
    EXPECT_EQ(refusal({{"a", "1"}, {"./a", "2"}}), "the entry 'a' is there twice");
}

TEST_F(Archive, BoundsWhatABombMayBecome) {
    ArchiveBounds bounds;
    bounds.total = kib(64);
    EXPECT_EQ(refusal({{"a", std::string(100'000, 'a')}}, Kind::tar, bounds), "it unpacks to over 64 KB");
    bounds = {};
    bounds.entries = 2;
    EXPECT_EQ(refusal({{"a", "1"}, {"b", "2"}, {"c", "3"}}, Kind::zip, bounds), "it holds over 2 entries");
    bounds = {};
    bounds.grace = mib(1);
    bounds.ratio = 100;
    EXPECT_EQ(refusal({{"a", std::string(8 << 20, '\0')}}, Kind::tar, bounds),
              "it unpacks to more than a thousand times its size");
    std::string deep;
    for (int i = 0; i < 70; ++i) deep += "d/";
    EXPECT_EQ(refusal({{deep + "x", "1"}}), "the entry '" + deep + "x' is nested deeper than 64 folders");
}

TEST_F(Archive, RefusesDamage) {
    const std::string path = make({{"a", std::string(5000, 'a')}}, Kind::zip);
    std::string bytes = read_file(path).value();
    ASSERT_TRUE(write_file_atomically(path, bytes.substr(0, bytes.size() / 3)).ok());
    EXPECT_FALSE(unpack_fresh(path).ok());
    ASSERT_TRUE(write_file_atomically(path, "PK\x03\x04 and then nothing of a zip").ok());
    EXPECT_TRUE(is_archive(path));
    EXPECT_FALSE(unpack_fresh(path).ok());
    ASSERT_TRUE(write_file_atomically(path, "no archive").ok());
    EXPECT_FALSE(is_archive(path));
    EXPECT_FALSE(is_archive(dir_.path()));
}

TEST_F(Archive, KeepsHangulNames) {
    ASSERT_TRUE(make_directories(dir_ / "in/별 찍기").ok());
    ASSERT_TRUE(write_file_atomically(dir_ / "in/별 찍기/1.in", "1\n").ok());
    ASSERT_TRUE(pack_zip(dir_ / "in", dir_ / "out.zip").ok());
    ASSERT_TRUE(unpack_fresh(dir_ / "out.zip").ok());
    EXPECT_EQ(content("별 찍기/1.in"), "1\n");
}

TEST_F(Archive, ReadsNamesOfKoreanWindows) {
    const iconv_t probe = ::iconv_open("UTF-8", "CP949");
    if (probe == iconv_t(-1)) GTEST_SKIP() << "the C library has no CP949 here";
    ::iconv_close(probe);
    ASSERT_TRUE(unpack_fresh(make({{"\xBA\xB0\\1.in", "1\n"}}, Kind::zip)).ok());  // "별\1.in"
    EXPECT_EQ(content("별/1.in"), "1\n");
}

TEST_F(Archive, PacksEqualFoldersToEqualBytes) {
    ASSERT_TRUE(write_file_atomically(dir_ / "in/a", "1").ok());
    ASSERT_TRUE(write_file_atomically(dir_ / "in/b/c", "2").ok());
    ASSERT_TRUE(pack_zip(dir_ / "in", dir_ / "1.zip").ok());
    ASSERT_TRUE(write_file_atomically(dir_ / "in/a", "1").ok());
    ASSERT_TRUE(pack_zip(dir_ / "in", dir_ / "2.zip").ok());
    EXPECT_EQ(read_file(dir_ / "1.zip").value(), read_file(dir_ / "2.zip").value());
}

TEST(ArchiveNames, LoseTheirEndings) {
    EXPECT_EQ(archive_stem("/x/a.tar.gz"), "a");
    EXPECT_EQ(archive_stem("a.tgz"), "a");
    EXPECT_EQ(archive_stem("a.b.zip"), "a.b");
    EXPECT_EQ(archive_stem(".zip"), ".zip");
}

TEST(Text, KnowsItsEncodings) {
    EXPECT_EQ(decode_text("\xEF\xBB\xBFok", "f").value().text, "ok");
    EXPECT_EQ(decode_text(std::string("\xFF\xFE\xC4\xBC\x0A\x00", 6), "f").value().text, "별\n");
    EXPECT_EQ(decode_text(std::string("\xFE\xFF\xBC\xC4", 4), "f").value().text, "별");
    // A pair of surrogates; half of one is no text.
    EXPECT_EQ(decode_text(std::string("\xFF\xFE\x3D\xD8\x00\xDE", 6), "f").value().text, "\xF0\x9F\x98\x80");
    EXPECT_FALSE(decode_text(std::string("\xFF\xFE\x3D\xD8", 4), "f").ok());
    EXPECT_FALSE(decode_text(std::string("\xFF\xFE\x3D", 3), "f").ok());
    EXPECT_FALSE(decode_text("\xFF\x00\x80", "f").ok());
}

}  // namespace
}  // namespace judge
