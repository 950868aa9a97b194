#include "report/html.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "model/json.h"
#include "report/html_data.h"

namespace judge {
namespace {

const std::string kHarness = std::string(JUDGE_SOURCE_DIR) + "/harness";

Report hostile() {
    Report report;
    report.problem_id = "</script><script>alert(1)</script>";
    report.submission_id = "\xff\x1b[31m<!--";
    report.problem_title = {{"en", "@DATA@ @SCRIPT@"}};
    report.source_url = "javascript:alert(1)";
    return report;
}

/// The text of the element <script ... id="`id`">.
std::string element_of(const std::string& page, const std::string& id) {
    const std::string open = "<script type=\"application/json\" id=\"" + id + "\">";
    const std::size_t begin = page.find(open) + open.size();
    return page.substr(begin, page.find("</script>", begin) - begin);
}

TEST(Html, DataCannotBreakOutOfItsElement) {
    const std::vector<Report> reports = {hostile()};
    const std::string page = render_html({.reports = reports}, {});
    const nlohmann::json data = nlohmann::json::parse(element_of(page, "data"));
    EXPECT_EQ(data["reports"][0]["problem"], "</script><script>alert(1)</script>");
    EXPECT_EQ(data["reports"][0]["submission"], "\\xFF\\x1B[31m<!--");
    EXPECT_EQ(data["reports"][0]["title"]["en"], "@DATA@ @SCRIPT@");
}

TEST(Html, AsksNothingOfAnyNetwork) {
    const std::string page = render_html({}, {});
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
    for (const std::string outside : {"src=\"http", "href=\"http", "url(", "@import", "fetch(", "XMLHttpRequest"})
        EXPECT_EQ(page.find(outside), std::string::npos) << outside;
}

TEST(Html, OpensInTheLanguageAsked) {
    const std::string page = render_html({}, {.tongue = Tongue::ko});
    EXPECT_NE(page.find("<html lang=\"ko\">"), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(element_of(page, "data"))["tongue"], "ko");
}

TEST(Html, HoldsEveryWordThatItsScriptUsesAndNoOther) {
    std::string code;
    for (const DirEntry& entry : list_directory(kHarness + "/data/html").value())
        code += read_file(kHarness + "/data/html/" + entry.name).value();
    const nlohmann::json texts = html_texts();
    const nlohmann::json& english = texts["messages"]["en"];
    for (const std::string call : {"say(\"", "data-text=\"", "data-label=\"", "id: \"", "label: \"", " add(\""}) {
        for (std::size_t at = code.find(call); at != std::string::npos; at = code.find(call, at + 1)) {
            const std::size_t begin = at + call.size();
            const std::string id = code.substr(begin, code.find('"', begin) - begin);
            EXPECT_TRUE(english.contains(id)) << id;
        }
    }
    for (const auto& [id, sentence] : english.items()) {
        if (!id.starts_with("html.")) continue;
        EXPECT_NE(code.find('"' + id + '"'), std::string::npos) << id << " is unused";
    }
}

TEST(Html, KeepsTheDetailsOfTheFirstFailedCasesOnly) {
    Report report;
    for (int i = 0; i < 100; ++i) {
        Judgement judgement;
        judgement.case_name = std::to_string(i);
        judgement.verdict = i < 10 ? Verdict::accepted : Verdict::wrong_answer;
        report.cases.push_back(judgement);
    }
    const std::vector<Report> reports = {report};
    const nlohmann::json data = html_data({.reports = reports}, {});
    EXPECT_EQ(data["reports"][0]["cases"].size(), 100u);
    EXPECT_EQ(data["reports"][0]["details"].size(), 40u);
    EXPECT_EQ(data["reports"][0]["more_details"], 50);
    EXPECT_EQ(data["reports"][0]["first"], 10);
}

TEST(Html, CarriesSourcesHistoryAndRatios) {
    const std::vector<ShownSource> sources = {{"p", "a.cpp", "solutions/p/a.cpp", "int main() {}\n"}};
    const std::vector<Trend> trends = {{"p", "a.cpp", {{1'500'000'000, Verdict::accepted, Nanos(7), Bytes{8}, "abc"}}}};
    const double unbounded = std::numeric_limits<double>::infinity();
    const std::vector<Ratio> ratios = {{"p", "a.cpp", "b.cpp", 1.5, 1.25, 2.0},
                                       {"p", "a.cpp", "c.cpp", 3, 0, unbounded}};
    const nlohmann::json data = html_data({.sources = sources, .trends = trends, .ratios = ratios}, {});
    EXPECT_EQ(data["sources"][0]["text"], "int main() {}\n");
    EXPECT_EQ(data["trends"][0]["points"][0], nlohmann::json({1500, 0, 7, 8, "abc"}));
    EXPECT_EQ(data["ratios"][0]["low"], 1.25);
    EXPECT_EQ(data["ratios"][1]["ratio"], 3);
    EXPECT_TRUE(data["ratios"][1]["low"].is_null() && data["ratios"][1]["high"].is_null());
}

}  // namespace
}  // namespace judge
