// Golden folders: fixtures/checker/<comparer>/<case>/{output,answer,expect.json}. What is expected: the kind, and of
// what is not accepted the message, the place and the excerpts. JUDGE_APPROVE=1 rewrites all but the kind; read that
// difference.

#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/utf8.h"
#include "checker/comparer.h"

namespace judge {
namespace {

using nlohmann::ordered_json;

constexpr std::array<const char*, 5> kKinds = {"accepted", "wrong_answer", "presentation_error", "partial",
                                               "judge_fault"};

ordered_json described(const CheckOutcome& outcome, const ordered_json& expected) {
    ordered_json result;
    if (expected.contains("args")) result["args"] = expected["args"];
    result["kind"] = kKinds.at(static_cast<std::size_t>(outcome.kind));
    if (outcome.score) result["score"] = *outcome.score;
    if (!outcome.message.empty()) result["message"] = outcome.message;
    if (!outcome.difference) return result;
    const Difference& d = *outcome.difference;
    result["output_at"] = {d.output_offset, d.output_line, d.output_column};
    result["answer_at"] = {d.answer_offset, d.answer_line, d.answer_column};
    result["token"] = d.token;
    result["expected"] = d.expected;
    result["got"] = d.got;
    result["answer_excerpt"] = d.answer_excerpt;
    result["output_excerpt"] = d.output_excerpt;
    return result;
}

void check_case(const std::string& comparer_id, const std::string& folder) {
    SCOPED_TRACE(folder);
    const std::string expect_path = join_path(folder, "expect.json");
    const ordered_json expected = ordered_json::parse(read_file(expect_path).value());
    const auto args = expected.value("args", std::vector<std::string>());
    const Result<Comparer> comparer = make_comparer(comparer_id, args);
    ASSERT_TRUE(comparer.ok()) << comparer.error().message;
    const Fd output = open_file(join_path(folder, "output"), O_RDONLY).value();
    const Fd answer = open_file(join_path(folder, "answer"), O_RDONLY).value();
    const CheckOutcome outcome = compare(*comparer, output.get(), answer.get());
    const ordered_json got = described(outcome, expected);
    ASSERT_EQ(got["kind"], expected["kind"]) << outcome.message;
    if (std::getenv("JUDGE_APPROVE") != nullptr) {
        ASSERT_TRUE(write_file_atomically(expect_path, got.dump(2) + "\n").ok());
        return;
    }
    EXPECT_EQ(got, expected);
}

std::vector<std::string> folders_in(const std::string& path) {
    std::vector<std::string> names;
    for (const DirEntry& entry : list_directory(path).value())
        if (entry.kind == DirEntry::Kind::directory) names.push_back(entry.name);
    return names;
}

TEST(Golden, EveryFolderAsExpected) {
    const std::string root = JUDGE_SOURCE_DIR "/harness/fixtures/checker";
    std::size_t cases = 0;
    for (const std::string& comparer : folders_in(root)) {
        const std::string folder = join_path(root, comparer);
        for (const std::string& name : folders_in(folder)) {
            check_case(comparer, join_path(folder, name));
            ++cases;
        }
    }
    EXPECT_GE(cases, 100U);
}

TEST(Golden, EveryComparerHasAcceptedAndRefusedCases) {
    const std::string root = JUDGE_SOURCE_DIR "/harness/fixtures/checker";
    for (const ComparerRow* row : comparers()) {
        const std::string folder = join_path(root, row->id);
        ASSERT_TRUE(is_directory(folder)) << row->id;
        bool accepted = false, refused = false;
        for (const std::string& name : folders_in(folder)) {
            const std::string path = join_path(join_path(folder, name), "expect.json");
            const bool good = ordered_json::parse(read_file(path).value())["kind"] == "accepted";
            accepted = accepted || good;
            refused = refused || !good;
        }
        EXPECT_TRUE(accepted && refused) << row->id;
    }
}

}  // namespace
}  // namespace judge
