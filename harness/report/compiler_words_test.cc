#include "report/compiler_words.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

/// The line with its escapes written as <ink>...</>, on a dark terminal.
std::string marked(std::string_view line) {
    std::string text = painted_compiler_line(line, {.color = true, .dark = true});
    const auto replace = [&](std::string_view from, std::string_view to) {
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from))
            text.replace(at, from.size(), to);
    };
    replace("\x1b[0m", "</>");
    replace("\x1b[1;91m", "<bad>");
    replace("\x1b[93m", "<doubtful>");
    replace("\x1b[92m", "<good>");
    replace("\x1b[1m", "<strong>");
    return text;
}

TEST(CompilerWords, PlaceAndSeverityArePaintedWhoeverWroteThem) {
    EXPECT_EQ(marked("a.cpp:1:21: error: 'x' was not declared"),
              "<strong>a.cpp:1:21: </><bad>error:</> 'x' was not declared");
    EXPECT_EQ(marked("a.cpp:1:10: fatal error: x.h: No such file"),
              "<strong>a.cpp:1:10: </><bad>fatal error:</> x.h: No such file");
    EXPECT_EQ(marked("a.cpp:3:5: warning: unused [-Wunused]"),
              "<strong>a.cpp:3:5: </><doubtful>warning:</> unused [-Wunused]");
    EXPECT_EQ(marked("Main.java:3: error: ';' expected"), "<strong>Main.java:3: </><bad>error:</> ';' expected");
    EXPECT_EQ(marked("error[E0308]: mismatched types"), "<bad>error[E0308]:</> mismatched types");
    EXPECT_EQ(marked("Main.cs(3,5): error CS0103: The name"),
              "<strong>Main.cs(3,5): </><bad>error CS0103:</> The name");
    EXPECT_EQ(marked("Main.pas(2,3) Error: Identifier"), "<strong>Main.pas(2,3) </><bad>Error:</> Identifier");
    EXPECT_EQ(marked("  = note: expected"), "  = note: expected");
    EXPECT_EQ(marked("a.cpp:9:1: note: here"), "<strong>a.cpp:9:1: </><strong>note:</> here");
}

TEST(CompilerWords, MarkersArePaintedAndSourceIsNot) {
    EXPECT_EQ(marked("      |                     ^~~~"), "<good>      |                     ^~~~</>");
    EXPECT_EQ(marked("    1 | int main() { return x; }"), "    1 | int main() { return x; }");
    EXPECT_EQ(marked("    2 | a ^ b;"), "    2 | a ^ b;");
    EXPECT_EQ(marked("error"), "error");
    EXPECT_EQ(marked("my errors: 3"), "my errors: 3");
    EXPECT_EQ(marked(""), "");
}

TEST(CompilerWords, WithoutColourNothingChanges) {
    constexpr std::string_view kLog = "a.cpp:1:2: error: no\n    1 | x\n      | ^\n";
    EXPECT_EQ(painted_compiler_log(kLog, {}), kLog);
    EXPECT_EQ(painted_compiler_log("no end", {}), "no end\n");
    EXPECT_EQ(painted_compiler_log("", {}), "");
}

}  // namespace
}  // namespace judge
