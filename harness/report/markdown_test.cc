#include "report/markdown.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace judge {
namespace {

Report failing(int number) {
    Report report;
    report.problem_id = "p";
    report.submission_id = "submission-" + std::to_string(number) + ".cpp";
    report.verdict = Verdict::wrong_answer;
    Judgement judgement;
    judgement.case_name = "secret/1";
    judgement.verdict = Verdict::wrong_answer;
    judgement.message = "``` breaks out of shorter fences";
    judgement.input_head = std::string(300, 'x');
    report.cases = {judgement};
    return report;
}

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

TEST(Markdown, StaysBelowTheLimitOfAComment) {
    std::vector<Report> reports;
    for (int i = 0; i < 3000; ++i) reports.push_back(failing(i));
    const std::string text = render_markdown(reports, {});
    EXPECT_LT(text.size(), 65'000u);
    EXPECT_GT(text.size(), 50'000u);
    EXPECT_NE(text.find("submissions are left out of the table"), std::string::npos);
    EXPECT_NE(text.find("failures are not shown"), std::string::npos);
    EXPECT_EQ(count(text, "<details>"), count(text, "</details>"));
}

TEST(Markdown, LeavesOutWhatIsAsExpectedFromALongTable) {
    std::vector<Report> reports;
    for (int i = 0; i < 300; ++i) reports.push_back(failing(i));
    for (Report& report : reports) report.as_expected = &report != &reports[100];
    const std::string text = render_markdown(reports, {});
    EXPECT_EQ(count(text, "\n| ❌"), 1u);
    EXPECT_NE(text.find("299 submissions are left out of the table"), std::string::npos);
}

TEST(Markdown, FencesOutliveBackticks) {
    const std::vector<Report> reports = {failing(1)};
    const std::string text = render_markdown(reports, {});
    EXPECT_EQ(count(text, "\n````text\n"), 1u);
    EXPECT_EQ(count(text, "\n````\n"), 1u);
}

}  // namespace
}  // namespace judge
