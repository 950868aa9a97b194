#include "packages/tree.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace judge {
namespace {

std::string yaml_refusal(const std::string& text) {
    const Result<TreeFile> file = TreeFile::parse_yaml(text, "p.yaml");
    return file ? "accepted" : file.error().message;
}
std::string json_refusal(const std::string& text) {
    const Result<TreeFile> file = TreeFile::parse_json(text, "p.json");
    return file ? "accepted" : file.error().message;
}

TEST(Trees, ReadWhatTheyAreAskedFor) {
    const TreeFile file =
        TreeFile::parse_yaml("a: 1.5\nb: [x, y]\nc: {d: true}\ne: one two\nf: ~\nn: 7\n", "p.yaml").value();
    const Tree root = file.root();
    EXPECT_EQ(root.number("a"), 1.5);
    EXPECT_EQ(root.integer("n"), 7);
    EXPECT_EQ(root.texts("b"), (std::vector<std::string>{"x", "y"}));
    EXPECT_TRUE(root.at("c").boolean("d", false));
    EXPECT_EQ(root.words("e"), (std::vector<std::string>{"one", "two"}));
    EXPECT_FALSE(root.at("f"));
    EXPECT_EQ(root.at("no").at("thing").text("here", "fallback"), "fallback");
    EXPECT_EQ(root.at("c").where(), "p.yaml:3");
    Imported imported;
    EXPECT_TRUE(file.finish(imported).ok());
    EXPECT_TRUE(imported.findings.empty());
}

TEST(Trees, TellWhatNobodyRead) {
    const TreeFile file = TreeFile::parse_json("{\"a\": 1,\n\"b\": {\"c\": 2, \"d\": 3}}", "p.json").value();
    EXPECT_EQ(file.root().at("b").integer("c"), 2);
    Imported imported;
    ASSERT_TRUE(file.finish(imported).ok());
    ASSERT_EQ(imported.findings.size(), 2U);
    EXPECT_EQ(imported.findings[0].text, "'a' of p.json:1 has no meaning here");
    EXPECT_EQ(imported.findings[1].text, "'d' of p.json:2 has no meaning here");
}

TEST(Trees, RefuseWrongTypesWithTheirLine) {
    const TreeFile file = TreeFile::parse_yaml("a: x\nb: [1]\n", "p.yaml").value();
    static_cast<void>(file.root().number("a"));
    static_cast<void>(file.root().text("b"));
    Imported imported;
    EXPECT_EQ(file.finish(imported).error().message, "cannot read 'p.yaml': line 1: 'a' must be a number, not 'x'");
}

TEST(Trees, RefuseYamlThatNeverEnds) {
    EXPECT_EQ(yaml_refusal(std::string(9 << 20, ' ')), "cannot read 'p.yaml': it is larger than 8 MB");
    // A billion laughs: small as a text, endless once written out.
    std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 9; ++i) {
        const std::string before = "*a" + std::to_string(i - 1), name = "a" + std::to_string(i);
        laughs += name + ": &" + name + " [" + before;
        for (int j = 1; j < 10; ++j) laughs += ", " + before;
        laughs += "]\n";
    }
    EXPECT_NE(yaml_refusal(laughs).find("it holds over 200,000 values"), std::string::npos);
    EXPECT_NE(yaml_refusal("a: &a [*a]\n"), "accepted");
}

TEST(Trees, RefuseAMegabyteOfNesting) {
    EXPECT_NE(yaml_refusal(std::string(1 << 20, '[')), "accepted");
    EXPECT_NE(yaml_refusal(std::string(1 << 20, '{')), "accepted");
    std::string dashes;
    for (int i = 0; i < 200'000; ++i) dashes += "- ";
    EXPECT_NE(yaml_refusal(dashes), "accepted");
    EXPECT_EQ(json_refusal(std::string(1 << 20, '[')), "cannot read 'p.json': it is nested deeper than 64 levels");
}

TEST(Trees, RefuseBadSyntaxAndDoubleKeys) {
    EXPECT_EQ(yaml_refusal("a: 1\nb: 2\na: 3\n"), "cannot read 'p.yaml': line 3: the key 'a' stands there twice");
    EXPECT_NE(yaml_refusal("a: [1\n").find("p.yaml': line 2"), std::string::npos);
    EXPECT_NE(json_refusal("{\"a\": 1, \"a\": 2}").find("duplicate key 'a'"), std::string::npos);
    EXPECT_NE(json_refusal("{\"a\":\n nonsense}").find("line 2"), std::string::npos);
    EXPECT_NE(json_refusal(""), "accepted");
}

TEST(Trees, RefuseDevices) {
    EXPECT_EQ(TreeFile::read_yaml("/dev/zero").error().message, "cannot read '/dev/zero': it is not a regular file");
}

}  // namespace
}  // namespace judge
