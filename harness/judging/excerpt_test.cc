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

TEST_F(Excerpts, CountsLinesAndTokens) {
    EXPECT_EQ(count_text_of_file(file("")).value(), (TextCount{0, 0}));
    EXPECT_EQ(count_text_of_file(file("1 2\n3\n")).value(), (TextCount{2, 3}));
    EXPECT_EQ(count_text_of_file(file("1 2\r\n\n 33")).value(), (TextCount{3, 3}));
    EXPECT_EQ(count_text_of_file(file("\n\n")).value(), (TextCount{2, 0}));
    EXPECT_EQ(count_text_of_file(file(std::string_view("a\0b\tc", 5))).value(), (TextCount{1, 2}));
    // A token that lies across two buffers is one.
    EXPECT_EQ(count_text_of_file(file(std::string(200'000, 'x') + " y\n")).value(), (TextCount{1, 2}));
}

TEST_F(Excerpts, AMissingFileIsNotFound) {
    EXPECT_EQ(excerpt_of_file(dir_ / "absent").error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace judge
