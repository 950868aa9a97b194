#include "base/json_fields.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "base/files.h"

namespace judge {
namespace {

using testing::ElementsAre;
using testing::Pair;

JsonDocument parsed(std::string text) {
    Result<JsonDocument> document = JsonDocument::parse(std::move(text), "p.json");
    return std::move(document).value();
}

std::string refusal(std::string text) {
    return JsonDocument::parse(std::move(text), "p.json").error().message;
}

TEST(JsonFields, ReadsEveryKind) {
    const JsonDocument document = parsed(R"({
  "profile": "boj", "flag": true, "count": -5, "ratio": 0.5, "whole": 2,
  "one": "x", "many": ["a", "b"],
  "limits": {"cpu_ns": 9007199254740993},
  "rows": [{"id": "r1"}, {"id": "r2"}],
  "extra": [1]
})");
    JsonFields fields = document.root();
    EXPECT_EQ(fields.text("profile", "x"), "boj");
    EXPECT_EQ(fields.text("absent", "x"), "x");
    EXPECT_EQ(fields.required_text("one"), "x");
    EXPECT_TRUE(fields.boolean("flag", false));
    EXPECT_TRUE(fields.boolean("no-flag", true));
    EXPECT_EQ(fields.integer("count"), -5);
    EXPECT_EQ(fields.integer("absent"), std::nullopt);
    EXPECT_EQ(fields.number("ratio"), 0.5);
    EXPECT_EQ(fields.number("whole"), 2.0);
    EXPECT_THAT(fields.texts("one"), ElementsAre("x"));
    EXPECT_THAT(fields.texts("many"), ElementsAre("a", "b"));
    EXPECT_EQ(fields.object("limits")->integer("cpu_ns"), 9007199254740993);
    EXPECT_FALSE(fields.object("absent").has_value());
    std::vector<JsonFields> rows = fields.objects("rows");
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].required_text("id") + rows[1].required_text("id"), "r1r2");
    EXPECT_EQ(fields.raw("extra")->dump(), "[1]");
    EXPECT_EQ(fields.raw("nothing"), nullptr);
    EXPECT_TRUE(fields.finish());
}

TEST(JsonFields, UnknownKeysNameTheirLineAndTheKnownOnes) {
    const JsonDocument document = parsed("{\n\"limits\": {\n  \"cpu_ns\": 1,\n  \"time\": 2\n}}");
    JsonFields fields = document.root();
    fields.object("limits")->integer("cpu_ns");
    fields.object("limits")->allow("memory_bytes");
    const Error error = fields.finish().error();
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_EQ(error.message, "p.json:4: unknown key 'time' in limits");
    EXPECT_EQ(error.hint, "known keys: cpu_ns, memory_bytes");
    EXPECT_EQ(document.root().finish().error().message, "p.json:2: unknown key 'limits'");
}

TEST(JsonFields, WrongTypesNameTheValueAndItsLine) {
    const auto first_error = [](const std::string& text, auto read) {
        JsonFields fields = parsed(text).root();
        read(fields);
        return fields.finish().error().message;
    };
    EXPECT_EQ(first_error("{\"a\":\n\n 1}", [](JsonFields& f) { f.text("a"); }),
              "p.json:3: 'a' must be a text in quotes");
    EXPECT_EQ(first_error("{\"a\": 1.5}", [](JsonFields& f) { f.integer("a"); }),
              "p.json:1: 'a' must be a whole number");
    EXPECT_EQ(first_error("{\"a\": 9223372036854775808}", [](JsonFields& f) { f.integer("a"); }),
              "p.json:1: 'a' is too large");
    EXPECT_EQ(first_error("{\"a\": \"1\"}", [](JsonFields& f) { f.number("a"); }), "p.json:1: 'a' must be a number");
    EXPECT_EQ(first_error("{\"a\": 0}", [](JsonFields& f) { f.boolean("a", true); }),
              "p.json:1: 'a' must be true or false");
    EXPECT_EQ(first_error("{\"a\": [1]}", [](JsonFields& f) { f.texts("a"); }),
              "p.json:1: 'a' must be a list of texts");
    EXPECT_EQ(first_error("{\"a\": []}", [](JsonFields& f) { f.object("a"); }),
              "p.json:1: 'a' must be an object: { ... }");
    EXPECT_EQ(first_error("{\"a\": [{}, 2]}", [](JsonFields& f) { f.objects("a"); }),
              "p.json:1: 'a' must be a list of objects: [{ ... }, ...]");
    EXPECT_EQ(first_error("{\"o\": {\n\"x\": 1}}", [](JsonFields& f) { f.object("o")->required_text("id"); }),
              "p.json:1: missing key 'id' in o");
    EXPECT_EQ(first_error("{\"r\": [{}, {\n\"n\": -1}]}",
                          [](JsonFields& f) { f.objects("r").at(1).refuse("n", "must be positive"); }),
              "p.json:2: 'r[1].n' must be positive");
}

TEST(JsonFields, OnlyTheFirstRefusalIsKept) {
    JsonFields fields = parsed("{\"a\": 1, \"b\": {\"c\": 1}}").root();
    fields.object("b")->text("c");
    fields.text("a");
    EXPECT_EQ(fields.finish().error().message, "p.json:1: 'b.c' must be a text in quotes");
}

TEST(JsonFields, MembersComeInFileOrder) {
    const JsonDocument document = parsed(R"({"z": {"id": 1}, "a/~": {"id": 2}, "b": 3})");
    JsonFields fields = document.root();
    std::vector<std::pair<std::string, std::int64_t>> seen;
    for (auto& [key, member] : fields.object_members()) seen.emplace_back(key, *member.integer("id"));
    EXPECT_THAT(seen, ElementsAre(Pair("z", 1), Pair("a/~", 2)));
    EXPECT_EQ(fields.finish().error().message, "p.json:1: unknown key 'b'");
    JsonFields notes = parsed(R"({"z": "text", "a": 1.50, "n": true})").root();
    EXPECT_THAT(notes.text_members(), ElementsAre(Pair("z", "text"), Pair("a", "1.5"), Pair("n", "true")));
    EXPECT_TRUE(notes.finish());
}

TEST(JsonFields, WhereNamesTheLineOfAValueOrOfItsObject) {
    JsonFields fields = parsed("{\n\"a\\n\": [\n1],\n\"o\":\n{\"x\": \"}\"}}").root();
    EXPECT_EQ(fields.where(), "p.json:1");
    EXPECT_EQ(fields.where("a\n"), "p.json:2");
    EXPECT_EQ(fields.object("o")->where(), "p.json:5");
    EXPECT_EQ(fields.object("o")->where("none"), "p.json:5");
}

TEST(JsonDocument, RefusesDuplicateKeysEvenWrittenDifferently) {
    EXPECT_EQ(refusal("{\"a\": 1,\n\"b\": {\"c\": 1, \"c\": 2}}"), "p.json:2: duplicate key 'c'");
    EXPECT_EQ(refusal("{\"a\": 1,\n\n\"\\u0061\": 2}"), "p.json:3: duplicate key 'a'");
}

TEST(JsonDocument, SyntaxErrorsNameTheLine) {
    EXPECT_TRUE(refusal("{\n\"a\": 1,\n}").starts_with("p.json:3: ")) << refusal("{\n\"a\": 1,\n}");
    EXPECT_TRUE(refusal("{\n// no\n}").starts_with("p.json:2: "));
    EXPECT_TRUE(refusal("").starts_with("p.json:1: "));
    EXPECT_TRUE(refusal("{} {}").starts_with("p.json:1: "));
    EXPECT_TRUE(refusal("{\"a\": 1e999}").starts_with("p.json:1: "));
    EXPECT_TRUE(refusal("{\"a\": NaN}").starts_with("p.json:1: "));
}

TEST(JsonDocument, RefusesOtherRootsDeepNestingAndBadText) {
    EXPECT_EQ(refusal("[1]"), "p.json:1: the file must hold one object: { ... }");
    EXPECT_EQ(refusal("{\n\"a\": \"\xFF\"}"), "p.json:2: the text is not UTF-8");
    const auto nested = [](std::size_t depth) {
        return "{\"a\": " + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
    };
    EXPECT_TRUE(JsonDocument::parse(nested(100), "p.json"));
    EXPECT_EQ(refusal(nested(101)), "p.json:1: nested deeper than 100");
    EXPECT_EQ(refusal(std::string(1'000'000, '[')), "p.json:1: nested deeper than 100");
}

TEST(JsonDocument, TakesAByteOrderMark) {
    EXPECT_EQ(parsed("\xEF\xBB\xBF{\"a\": 1}").value()["a"], 1);
}

TEST(JsonDocument, ReadsFiles) {
    const TempDir dir = TempDir::make("judge-test-").value();
    ASSERT_TRUE(write_file_atomically(dir / "x.json", "{\"a\": 1}"));
    EXPECT_EQ(JsonDocument::read(dir / "x.json")->root().where("a"), (dir / "x.json") + ":1");
    EXPECT_EQ(JsonDocument::read(dir / "y.json").error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace judge
