#include "report/escape.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(Escape, XmlHoldsNoMarkupAndNoControlCharacters) {
    EXPECT_EQ(xml_text("a<b>&\"'\n\tc"), "a&lt;b&gt;&amp;&quot;&#39;\n\tc");
    EXPECT_EQ(xml_attribute("a\nb\tc"), "a&#10;b&#9;c");
    EXPECT_EQ(xml_text("\x1b[31m\xff"), "\\x1B[31m\\xFF");
    EXPECT_EQ(xml_text("a\xEF\xBF\xBF"), "a\xEF\xBF\xBD");
    EXPECT_EQ(xml_text("한글"), "한글");
}

TEST(Escape, MarkdownStaysInItsCell) {
    EXPECT_EQ(markdown_text("a|b`c\nd<i>"), "a&#124;b&#96;c␊d&lt;i&gt;");
    EXPECT_EQ(markdown_text("wrong_answer/*x*"), "wrong\\_answer/&#42;x&#42;");
}

}  // namespace
}  // namespace judge
