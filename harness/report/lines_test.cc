#include "report/lines.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace judge {
namespace {

using Lines = std::vector<std::string>;

TEST(Lines, EndAtNewlines) {
    EXPECT_EQ(lines_of("a\n\nb"), (std::vector<std::string_view>{"a", "", "b"}));
    EXPECT_EQ(lines_of("a\n"), (std::vector<std::string_view>{"a"}));
    EXPECT_TRUE(lines_of("").empty());
}

TEST(Wrapped, BreaksAtBlanksAndIndents) {
    EXPECT_EQ(wrapped("one two three", 8, 2), (Lines{"one two", "  three"}));
    EXPECT_EQ(wrapped("", 8, 2), (Lines{""}));
    EXPECT_EQ(wrapped("  ab cd", 40, 4), (Lines{"  ab cd"}));
}

TEST(Wrapped, BreaksALongWordWhereItMust) {
    EXPECT_EQ(wrapped("abcdefgh", 4, 1), (Lines{"abcd", " efg", " h"}));
    EXPECT_EQ(wrapped("가나다라", 5, 0), (Lines{"가나", "다라"}));
}

TEST(Wrapped, MakesControlCharactersVisible) {
    EXPECT_EQ(wrapped("a\x1b[2Jb\tc\nd", 40, 0), (Lines{"a\\x1B[2Jb→c␊d"}));
}

TEST(WindowOn, LeavesAShortLineAlone) {
    const Window window = window_on("가나 b", 7, 20);
    EXPECT_EQ(window.text, "가나 b");
    EXPECT_EQ(window.mark, 5u);
}

TEST(WindowOn, KeepsTheFocusInALongLine) {
    const std::string line = std::string(500, 'x') + "Y" + std::string(500, 'z');
    const Window window = window_on(line, 500, 30);
    EXPECT_EQ(display_width(window.text), 30u);
    EXPECT_EQ(window.text.substr(0, 3), "…");
    EXPECT_EQ(window.text.substr(window.mark + 2, 1),
              "Y");  // the mark "…" is three bytes and one column
    EXPECT_EQ(window.text.substr(window.text.size() - 3), "…");
}

TEST(WindowOn, WorksInWideCharacters) {
    std::string line;
    for (int i = 0; i < 100; ++i) line += "가";
    const Window window = window_on(line, 150, 21);
    EXPECT_LE(display_width(window.text), 21u);
    EXPECT_GT(window.mark, 0u);
    EXPECT_LT(window.mark, 21u);
}

TEST(CutStart, KeepsTheEnd) {
    EXPECT_EQ(cut_start("wrong_answer/no-stop.cpp", 12), "…no-stop.cpp");
    EXPECT_EQ(cut_start("가나다", 4), "…다");
    EXPECT_EQ(cut_start("abc", 3), "abc");
}

TEST(PartingOf, StopsAtACharacter) {
    EXPECT_EQ(parting_of("12 3", "12 4"), 3u);
    EXPECT_EQ(parting_of("가", "각"), 0u);
    EXPECT_EQ(parting_of("ab", "ab"), 2u);
    EXPECT_EQ(parting_of("ab", "abc"), 2u);
}

TEST(ShellWord, IsQuotedWhereItMustBe) {
    EXPECT_EQ(shell_word("boj-2580/sets.cpp"), "boj-2580/sets.cpp");
    EXPECT_EQ(shell_word("별 찍기.c"), "'별 찍기.c'");
    EXPECT_EQ(shell_word("-a'b.cpp"), "'-a'\\''b.cpp'");
    EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace judge
