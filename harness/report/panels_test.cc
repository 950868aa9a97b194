#include "report/panels.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

using Lines = std::vector<std::string>;

Panel panel(std::string heading, std::size_t columns, const Lines& texts) {
    Panel made{std::move(heading), columns, {}};
    for (const std::string& text : texts) made.rows.push_back({text});
    return made;
}

TEST(Panels, StandBesideEachOther) {
    const Lines lines = beside({panel("in", 4, {"1 2"}), panel("정답", 6, {"세 줄", "b"}), panel("out", 5, {"c"})}, {});
    EXPECT_EQ(lines, (Lines{"  in     │ 정답   │ out", "  │ 1 2  │ 세 줄  │ c", "  │      │ b      │"}));
}

TEST(Panels, CutAHeadingThatIsTooLong) {
    const Lines lines = beside({panel("a long heading", 4, {"1"}), panel("another heading", 5, {"2"})}, {});
    EXPECT_EQ(lines, (Lines{"  a lon… │ anot…", "  │ 1    │ 2"}));
}

TEST(Panels, KeepTheirWidthInColour) {
    const Panel left{"a", 3, {{"^", Ink::good}}};
    const Lines lines = beside({left, panel("b", 3, {"x"})}, {.color = true});
    EXPECT_EQ(lines[1], "  │ \x1b[92m^\x1b[0m   │ x");
}

TEST(Panels, StandAlone) {
    EXPECT_EQ(alone(panel("input, 3 B", 8, {"1", "", "2"}), {}), (Lines{"  input, 3 B", "  │ 1", "  │", "  │ 2"}));
    EXPECT_EQ(alone(panel("output, 0 B", 8, {}), {}), (Lines{"  output, 0 B"}));
}

Lines texts_of(const Panel& quoted) {
    Lines texts;
    for (const PanelRow& row : quoted.rows) texts.push_back(row.text);
    return texts;
}

TEST(Quote, ShowsWhatCannotBeSeen) {
    const Messages messages(Tongue::en);
    EXPECT_EQ(texts_of(quote("", "a  \n\tb\\x0D\n \\x0D\n", {20, 9, {}}, messages)), (Lines{"a··", "→b␍", "·␍"}));
}

TEST(Quote, SaysHowMuchIsLeftOut) {
    const Messages messages(Tongue::en);
    EXPECT_EQ(texts_of(quote("", "1\n2\n3\n", {20, 3, {}}, messages)), (Lines{"1", "2", "3"}));
    EXPECT_EQ(texts_of(quote("", "1\n2\n3\n4\n", {20, 3, {}}, messages)), (Lines{"1", "2", "… 2 more lines"}));
    EXPECT_EQ(texts_of(quote("", "1\n2\n…", {20, 9, 100}, messages)), (Lines{"1", "2", "… 98 more lines"}));
    EXPECT_EQ(texts_of(quote("", "123456789", {5, 9, {}}, messages)), (Lines{"1234…"}));
}

TEST(Panels, LeaveTheRestToTheirTexts) {
    EXPECT_EQ(text_columns(40, 1), 36U);
    EXPECT_EQ(text_columns(80, 2), 73U);
    EXPECT_EQ(text_columns(120, 3), 110U);
    EXPECT_EQ(text_columns(5, 3), 0U);
}

}  // namespace
}  // namespace judge
