// Words, scanners, encodings: pure functions on source text.

#include <gtest/gtest.h>

#include "toolchain/diagnostics.h"
#include "toolchain/entry.h"
#include "toolchain/file_access.h"
#include "toolchain/precompiled.h"
#include "toolchain/scanner.h"
#include "toolchain/source_text.h"
#include "toolchain/web_text.h"
#include "toolchain/words.h"

namespace judge {
namespace {

using Strings = std::vector<std::string>;

TEST(Words, QuotesHoldBlanksTogether) {
    EXPECT_EQ(*split_words("python3 -c \"import x; f(r'a b')\" 'c  d'"),
              (Strings{"python3", "-c", "import x; f(r'a b')", "c  d"}));
    EXPECT_EQ(*split_words("a \"\\\"q\\\\\" ''"), (Strings{"a", "\"q\\", ""}));
}

TEST(Words, UnclosedQuotesAndNothingAreRefused) {
    EXPECT_EQ(split_words("a 'b").error().message, "cannot read the command 'a 'b': a quote is not closed");
    EXPECT_EQ(split_words("  ").error().code, ErrorCode::bad_input);
}

TEST(Words, JoiningIsReadBack) {
    const Strings words = {"a", "b c", "d\"e\\", "", "'"};
    EXPECT_EQ(*split_words(join_words(words)), words);
}

TEST(Words, AWholeWordBecomesAllValuesAndAPartTheFirst) {
    const Substitutions values = {{"{source}", {"Main.cc", "b.cc"}}, {"{none}", {}}};
    EXPECT_EQ(substitute({"g++", "{source}", "x{source}y", "{none}", "{other}"}, values),
              (Strings{"g++", "Main.cc", "b.cc", "xMain.ccy", "{other}"}));
}

TEST(Scanner, CommentsAndQuotesGoAwayAndPlacesStay) {
    EXPECT_EQ(blanked("a // b\nc \"d//\" /* e\n */ f", "c"), "a     \nc \"   \"     \n    f");
    EXPECT_EQ(blanked("x = '#' # c", "hash"), "x = ' '    ");
    EXPECT_EQ(blanked("s = \"\"\"a\n'b\"\"\" + c", "hash"), "s = \"\"\" \n  \"\"\" + c");
    EXPECT_EQ(blanked("R\"x(a\")b)x\" c", "c"), "R\"x(    )x\" c");
    EXPECT_EQ(blanked("1'000 + '\"' + f", "c"), "1'000 + ' ' + f");
    EXPECT_EQ(blanked("f x' = \"q\" -- c", "dash"), "f x' = \" \"     ");
    EXPECT_EQ(without_comments("f(\"//\") // g", "c"), "f(\"//\")     ");
}

TEST(Scanner, WordsHoldHangul) {
    EXPECT_EQ(words_of("class 별{a.b"), (Strings{"class", "별", "{", "a", ".", "b"}));
}

EntryPoint java(std::string_view text, std::string_view wanted = "") {
    return find_entry("java-class", text, wanted, "Main.java");
}

TEST(Entry, JavaFileIsNamedForThePublicClassAndItsPackage) {
    const std::string main = "public static void main(String[] a) {}";
    EXPECT_EQ(java("class Main { " + main + " }").file, "Main.java");
    EXPECT_EQ(java("public class Sol { " + main + " }").file, "Sol.java");
    EXPECT_EQ(java("package a.b;\npublic class Sol { " + main + " }").file, "a/b/Sol.java");
    EXPECT_EQ(java("package a.b;\npublic class Sol { " + main + " }").class_name, "a.b.Sol");
    EXPECT_EQ(
        java("/* public class No */ // class X\nimport java.util.*; public final class 별찍기 { " + main + "}").file,
        "별찍기.java");
}

TEST(Entry, JavaStartsTheClassThatHasMain) {
    const std::string main = "public static void main(String[] a) { int main = 1; }";
    EXPECT_EQ(java("class Node { Node next; } class Go { " + main + " }").class_name, "Go");
    EXPECT_EQ(java("public class Out { static class Main { " + main + " } }").class_name, "Out$Main");
    EXPECT_EQ(java("public class Out { static int f() { return 1; } static class In { } " + main + " }").class_name,
              "Out");
    EXPECT_EQ(java("class A { " + main + " } class Main { " + main + " }").class_name, "Main");
    EXPECT_EQ(java("class A { " + main + " } class B { " + main + " }", "B").class_name, "B");
    EXPECT_EQ(java("class A { void main(String[] a) {} Object c = Main.class; String s = \"class B {\"; }").class_name,
              "Main");
    EXPECT_EQ(java("record P(int x) {} interface I {} enum E { X } class M { " + main + " }").class_name, "M");
    EXPECT_EQ(java("class A { static int record = 1; static public void main(String... a) {} }").class_name, "A");
}

TEST(Entry, ScalaAndAdaAreReadToo) {
    EXPECT_EQ(find_entry("scala-object", "object Sol extends App { }", "", "Main.scala").class_name, "Sol");
    EXPECT_EQ(
        find_entry("scala-object", "class X\nobject T { def main(a: Array[String]) { } }", "", "Main.scala").class_name,
        "T");
    EXPECT_EQ(find_entry("ada-unit", "with Ada.Text_IO; -- procedure No\nprocedure Hello is", "", "main.adb").file,
              "hello.adb");
}

TEST(SourceText, IsUtf8WithUnixLineEndsWhateverItWas) {
    EXPECT_EQ(decode_source("\xef\xbb\xbfint\r\nx\ry", "a").value().text, "int\nx\ry");
    EXPECT_EQ(decode_source(std::string("\xff\xfe\x61\x00\x00\xac", 6), "a").value().text, "a가");
    EXPECT_EQ(decode_source(std::string("\xfe\xff\x00\x61\xac\x00", 6), "a").value().text, "a가");
    EXPECT_EQ(decode_source("\xb0\xa1\xb3\xaa", "a").value().text, "가나");
    EXPECT_EQ(decode_source("\xff\xff", "a").value().text, "\xff\xff");
    EXPECT_TRUE(decode_source("가나", "a").value().findings.empty());
    EXPECT_EQ(decode_source(std::string("a\n\0", 3), "x.c").error().message,
              "cannot read 'x.c': line 2 holds a NUL byte");
}

TEST(WebText, NamesWhatACompilerDoesNotKnow) {
    const auto places = web_characters("int x；\n  y\u200b = ‘a’ − 1;", "c");
    ASSERT_EQ(places.size(), 5u);
    EXPECT_EQ(places[0].name, "U+FF1B (full-width ;)");
    EXPECT_EQ(places[0].line, 1u);
    EXPECT_EQ(places[0].column, 6u);
    EXPECT_EQ(places[1].name, "U+200B (zero-width character)");
    EXPECT_EQ(places[1].line, 2u);
    EXPECT_EQ(places[1].column, 4u);
    EXPECT_EQ(places[4].replacement, "-");
}

TEST(WebText, CommentsQuotesAndNamesAreLeftAlone) {
    EXPECT_TRUE(web_characters("// “x”\nputs(\"…　\"); int 변수 = 1;", "c").empty());
    EXPECT_TRUE(web_characters("class A {};\nint main() {}\n// end", "c").empty());
    EXPECT_TRUE(web_characters("struct A {} a;\n", "c").empty());
}

TEST(WebText, ACaptionAfterTheLastBraceIsOnePlace) {
    const auto places = web_characters("int main() {}\nColored by\u00a0Color Scripter\n", "c");
    ASSERT_EQ(places.size(), 1u);
    EXPECT_EQ(places[0].name, "text after the last brace");
    EXPECT_EQ(places[0].line, 2u);
    EXPECT_EQ(places[0].column, 1u);
}

std::optional<Finding> access_in(const std::string& text, const Language& language) {
    return find_file_access({"Main", "/x/a.cpp", text}, language, {{"g++", "-DONLINE_JUDGE"}});
}

TEST(FileAccess, OnlyCodeThatIsCompiledCounts) {
    Language cpp;
    cpp.file_access = {"freopen(", "open("};
    EXPECT_TRUE(access_in("freopen(\"a\", \"r\", stdin);", cpp).has_value());
    EXPECT_FALSE(access_in("// freopen(\nreopen(x)\nfreopen(\"/dev/stdin\")", cpp).has_value());
    EXPECT_FALSE(access_in("#ifdef LOCAL\nfreopen(\n#endif\n", cpp).has_value());
    EXPECT_TRUE(access_in("#ifdef LOCAL\n#else\nfreopen(\n#endif\n", cpp).has_value());
    EXPECT_TRUE(access_in("#define LOCAL\n#ifdef LOCAL\nfreopen(\n#endif\n", cpp).has_value());
    EXPECT_FALSE(access_in("#if !defined(ONLINE_JUDGE)\nfreopen(\n#endif\n", cpp).has_value());
    EXPECT_FALSE(access_in("#if 0\nfreopen(\n#endif\n", cpp).has_value());
}

TEST(SourceText, ACommentMayNameTheEncoding) {
    EXPECT_EQ(declared_encoding("#!/usr/bin/python3\n# -*- coding: CP949 -*-\nprint(1)\n"), "cp949");
    EXPECT_EQ(declared_encoding("# vim: set fileencoding=euc-kr :\n"), "euc-kr");
    EXPECT_EQ(declared_encoding("print(1)  # coding: cp949\n"), "");
    EXPECT_EQ(declared_encoding("# a\n# b\n# coding: cp949\n"), "");
    EXPECT_EQ(declared_encoding("# decoding numbers\n# coding:"), "");
    EXPECT_EQ(declared_encoding(""), "");
}

TEST(Diagnostics, AFullDiskIsNoFaultOfTheProgram) {
    const char* const full = "/usr/bin/ld: final link failed: No space left on device\n";
    EXPECT_TRUE(met_a_full_disk(full, kib(100)));
    EXPECT_FALSE(met_a_full_disk(full, gib(10))) << "a program may fill the folder that its compiler is given";
    EXPECT_FALSE(met_a_full_disk("a.cpp:1: error: expected ';'\n", kib(100)));
}

TEST(Precompiled, OnlyAHeaderThatComesFirstIsTakenFromTheCache) {
    EXPECT_TRUE(begins_with_include("/* a */ // b\n # include <bits/stdc++.h>\n", "bits/stdc++.h"));
    EXPECT_FALSE(begins_with_include("#define X\n#include <bits/stdc++.h>\n", "bits/stdc++.h"));
    EXPECT_FALSE(begins_with_include("#pragma GCC optimize(\"O3\")\n#include <bits/stdc++.h>\n", "bits/stdc++.h"));
    EXPECT_FALSE(begins_with_include("", "bits/stdc++.h"));
}

}  // namespace
}  // namespace judge
