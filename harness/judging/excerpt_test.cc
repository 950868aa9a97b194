#include "judging/excerpt.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace judge {
namespace {

class Excerpts : public testing::Test {
  protected:
    std::string file(std::string_view content) {
        const std::string path = dir_ / "data";
        EXPECT_TRUE(write_file_atomically(path, content).ok());
        return path;
    }
    TempDir dir_ = TempDir::make("excerpt-").value();
};

TEST_F(Excerpts, ShowAWholeShortFile) {
    const Excerpt excerpt = excerpt_of_file(file("1 2\n3\n")).value();
    EXPECT_EQ(excerpt.text, "1 2\n3\n");
    EXPECT_EQ(excerpt.size, Bytes{6});
}

TEST_F(Excerpts, CutAtTheEndOfALine) {
    EXPECT_EQ(excerpt_of_file(file("first\nsecond\nthird\n"), Bytes{15}).value().text, "first\nsecond\n…");
}

TEST_F(Excerpts, NeverCutACharacter) {
    EXPECT_EQ(excerpt_of_file(file("가나다"), Bytes{5}).value().text, "가…");
}

TEST_F(Excerpts, EscapeWhatCannotBePrinted) {
    EXPECT_EQ(excerpt_of_file(file("a\xff")).value().text, "a\\xFF");
}

TEST_F(Excerpts, UTF16IsRefusedAloud) {
    const std::string path =
        file(std::string_view("\xFF\xFE"
                              "1\0",
                              4));
    const Status status = check_encoding(path);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message, "cannot use '" + path + "': it is UTF-16 (byte order mark at byte 0)");
    EXPECT_TRUE(check_encoding(file("1\n")).ok());
    EXPECT_TRUE(check_encoding(file("")).ok());
}

TEST_F(Excerpts, AMissingFileIsNotFound) {
    EXPECT_EQ(excerpt_of_file(dir_ / "absent").error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace judge
