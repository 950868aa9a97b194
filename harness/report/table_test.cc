#include "report/table.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

using Lines = std::vector<std::string>;

std::vector<Column> example() {
    return {
        {{{"name", {{"a"}, {"가나다라"}}}}, Column::Align::left, Column::Cut::end, 4},
        {{{"time", {{"1 ms / 1 s"}, {"12 ms / 1 s"}}}, {"time", {{"1 ms"}, {"12 ms"}}}, {}}, Column::Align::right},
        {{{"last", {{"x"}, {""}}}}},
    };
}

TEST(LayOut, AlignsHangulAndNumbers) {
    EXPECT_EQ(lay_out(example(), {1, 1}, {.width = 40}).lines,
              (Lines{"name             time  last", "a          1 ms / 1 s  x", "가나다라  12 ms / 1 s"}));
}

TEST(LayOut, TakesBarerFormsWhenNarrow) {
    const TableLayout layout = lay_out(example(), {1, 1}, {.width = 21});
    EXPECT_EQ(layout.lines, (Lines{"name       time  last", "a          1 ms  x", "가나다라  12 ms"}));
    EXPECT_EQ(layout.forms, (std::vector<std::size_t>{0, 1, 0}));
}

TEST(LayOut, CutsOnlyColumnsThatAllowIt) {
    EXPECT_EQ(lay_out(example(), {1, 1}, {.width = 19}).lines,
              (Lines{"name     time  last", "a        1 ms  x", "가나…   12 ms"}));
}

TEST(LayOut, LeavesColumnsOutInTheEnd) {
    EXPECT_EQ(lay_out(example(), {1, 1}, {.width = 10}).lines, (Lines{"name  last", "a     x", "가…"}));
}

TEST(LayOut, NeverPrintsControlCharacters) {
    const std::vector<Column> columns = {{{{"n", {{"a\x1b[31m\nb"}}}}}};
    EXPECT_EQ(lay_out(columns, {}, {}).lines, (Lines{"n", "a\\x1B[31m␊b"}));
}

}  // namespace
}  // namespace judge
