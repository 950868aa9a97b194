#include "base/utf8.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

using namespace std::string_view_literals;

TEST(Utf8, KnowsGoodFromBad) {
    EXPECT_TRUE(is_valid_utf8(""));
    EXPECT_TRUE(is_valid_utf8("별 찍기 😀\0x"sv));
    EXPECT_FALSE(is_valid_utf8("\xFF"));
    EXPECT_FALSE(is_valid_utf8("\xEA\xB0"));          // cut short
    EXPECT_FALSE(is_valid_utf8("\xC0\x80"));          // overlong
    EXPECT_FALSE(is_valid_utf8("\xED\xA0\x80"));      // a surrogate
    EXPECT_FALSE(is_valid_utf8("\xF4\x90\x80\x80"));  // beyond U+10FFFF
}

TEST(Utf8, WidthIsInTerminalColumns) {
    EXPECT_EQ(display_width("abc"), 3u);
    EXPECT_EQ(display_width("별 찍기"), 7u);
    EXPECT_EQ(display_width("\u1112\u1161\u11AB"), 2u);  // 한, decomposed
    EXPECT_EQ(display_width("e\u0301"), 1u);
    EXPECT_EQ(display_width("a\u200Bb"), 2u);
    EXPECT_EQ(display_width("\xFF\xFE"), 2u);
    EXPECT_EQ(display_width("…"), 1u);
}

TEST(Utf8, CutsBetweenCharacters) {
    EXPECT_EQ(cut_to_width("스도쿠", 6), "스도쿠");
    EXPECT_EQ(cut_to_width("스도쿠", 5), "스도…");
    EXPECT_EQ(cut_to_width("스도쿠", 4), "스…");
    EXPECT_EQ(cut_to_width("abcdef", 4), "abc…");
    EXPECT_EQ(cut_to_width("abcdef", 1), "…");
    EXPECT_EQ(cut_to_width("abcdef", 0), "");
    EXPECT_EQ(cut_to_width("", 0), "");
    EXPECT_EQ(cut_to_width("ae\u0301f", 3), "ae\u0301f");
}

TEST(Utf8, PadsByColumns) {
    EXPECT_EQ(pad_right("별", 4), "별  ");
    EXPECT_EQ(pad_left("별", 4), "  별");
    EXPECT_EQ(pad_left("abcd", 3), "abcd");
}

TEST(Utf8, PrintableEscapesWhatATerminalMustNotGet) {
    EXPECT_EQ(printable("a\tb\n별\\"), "a\tb\n별\\");
    EXPECT_EQ(printable("\xFF\0\x1B[31m\r\x7F"sv), "\\xFF\\0\\x1B[31m\\x0D\\x7F");
    EXPECT_EQ(printable("\u202E\u0085"), "\\xE2\\x80\\xAE\\xC2\\x85");
    EXPECT_EQ(printable(printable("\xFF\0"sv)), printable("\xFF\0"sv));
}

TEST(Utf8, VisibleShowsBlanksThatMatter) {
    EXPECT_EQ(visible("1 2\n"), "1 2␊\n");
    EXPECT_EQ(visible(" 1  2 \n"), "·1··2·␊\n");
    EXPECT_EQ(visible("1\t2\r\n"), "1→2␍␊\n");
    EXPECT_EQ(visible("\u00A0\xFF\n\n"), "⍽\\xFF␊\n␊\n");
}

}  // namespace
}  // namespace judge
