#include "report/messages.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "base/files.h"
#include "report/formats.h"

namespace judge {
namespace {

std::set<std::string> placeholders_of(const std::string& sentence) {
    std::set<std::string> found;
    const std::regex pattern(R"(\{([0-9])(\|[^{}|]*\|[^{}|]*)?\})");
    for (std::sregex_iterator at(sentence.begin(), sentence.end(), pattern), end; at != end; ++at)
        found.insert((*at)[1]);
    return found;
}

/// Every C++ source below `folder` but the tests.
void collect_sources(const std::string& folder, std::vector<std::string>& paths) {
    const Result<std::vector<DirEntry>> entries = list_directory(folder);
    ASSERT_TRUE(entries.ok()) << folder;
    for (const DirEntry& entry : *entries) {
        const std::string path = join_path(folder, entry.name);
        const bool test = entry.name.size() > 8 && entry.name.ends_with("_test.cc");
        if (entry.kind == DirEntry::Kind::directory && entry.name != "fixtures") collect_sources(path, paths);
        if (entry.kind == DirEntry::Kind::file && entry.name.ends_with(".cc") && !test) paths.push_back(path);
    }
}

TEST(Messages, PutsArgumentsWhereTheSentenceWantsThem) {
    const Messages messages(Tongue::en);
    EXPECT_EQ(messages.text("summary.count", 1, 11), "1 problem, 11 submissions: ");
    EXPECT_EQ(messages.text("unexpected.none", 1, "WA"), "WA was expected, but none of the 1 case that ran gave it");
    EXPECT_EQ(Messages(Tongue::ko).text("summary.count", 1, 11), "문제 1개, 제출 11개: ");
}

TEST(Messages, LeavesBracesOfArgumentsAlone) {
    const Messages messages(Tongue::en);
    EXPECT_EQ(messages.text("finding.remedy", "{0} {1}"), "try: {0} {1}");
}

TEST(Messages, ShowsAnUnknownId) {
    EXPECT_EQ(Messages(Tongue::en).text("no.such.id"), "[no.such.id]");
}

TEST(Messages, SaysTheSameInBothTongues) {
    const Messages english(Tongue::en), korean(Tongue::ko);
    ASSERT_EQ(english.table().size(), korean.table().size());
    for (const auto& [id, sentence] : english.table()) {
        EXPECT_FALSE(sentence.empty()) << id;
        EXPECT_FALSE(korean.table().at(id).empty()) << id;
        EXPECT_EQ(placeholders_of(sentence), placeholders_of(korean.table().at(id))) << id;
    }
}

/// The ids in calls such as messages.text("id" of `code`.
std::vector<std::string> ids_used_in(const std::string& code) {
    std::vector<std::string> ids;
    for (const std::string call : {"messages.text(", "messages_.text(", "messages->text(", "messages_->text("}) {
        for (std::size_t at = code.find(call); at != std::string::npos; at = code.find(call, at + 1)) {
            const std::size_t open = code.find_first_not_of(" \n", at + call.size());
            if (open == std::string::npos || code[open] != '"') continue;
            ids.push_back(code.substr(open + 1, code.find('"', open + 1) - open - 1));
        }
    }
    return ids;
}

TEST(Messages, HasEveryIdThatTheCodeUses) {
    const Messages messages(Tongue::en);
    std::vector<std::string> sources;
    collect_sources(std::string(JUDGE_SOURCE_DIR) + "/harness", sources);
    std::size_t uses = 0;
    for (const std::string& path : sources) {
        for (const std::string& id : ids_used_in(read_file(path).value())) {
            EXPECT_TRUE(messages.table().contains(id)) << path << " uses " << id;
            ++uses;
        }
    }
    EXPECT_GT(uses, 30u);
}

TEST(Messages, AreAllUsed) {
    std::vector<std::string> sources;
    collect_sources(std::string(JUDGE_SOURCE_DIR) + "/harness", sources);
    std::string code;
    for (const std::string& path : sources) code += read_file(path).value();
    const Messages messages(Tongue::en);
    for (const auto& [id, sentence] : messages.table()) {
        if (id.starts_with("html.")) continue;  // used by the page's script; html_test.cc looks there
        EXPECT_NE(code.find('"' + id + '"'), std::string::npos) << id << " is used nowhere";
    }
}

TEST(Messages, CallVerdictsAsSolversKnowThem) {
    EXPECT_EQ(Messages(Tongue::ko).verdict(Verdict::wrong_answer), "틀렸습니다");
    EXPECT_EQ(Messages(Tongue::ko).verdict(Verdict::accepted), "맞았습니다!!");
    EXPECT_EQ(Messages(Tongue::en).verdict(Verdict::wrong_answer), "WA");
}

TEST(ReportFormats, AreFoundByTheirWord) {
    ASSERT_NE(find_report_format("json"), nullptr);
    EXPECT_EQ(find_report_format("json")->extension, "json");
    EXPECT_EQ(find_report_format("pdf"), nullptr);
}

}  // namespace
}  // namespace judge
