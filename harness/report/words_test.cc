#include "report/words.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

Report report_with(Verdict total, const std::vector<Verdict>& cases) {
    Report report;
    report.verdict = total;
    for (const Verdict verdict : cases) {
        Judgement judgement;
        judgement.case_name = "secret/" + std::to_string(report.cases.size() + 1);
        judgement.verdict = verdict;
        report.cases.push_back(judgement);
    }
    return report;
}

TEST(WholeVerdictWords, NameTheVerdictThatWasNotPermitted) {
    const Messages english(Tongue::en);
    Report report = report_with(Verdict::wrong_answer, {Verdict::wrong_answer, Verdict::time_limit_exceeded});
    report.expected = {"wrong_answer", {Verdict::wrong_answer, Verdict::accepted}, {Verdict::wrong_answer}};
    EXPECT_EQ(whole_verdict_words(report, english), "WA, also TLE");
    EXPECT_EQ(whole_verdict_words(report, Messages(Tongue::ko)), "틀렸습니다, 시간 초과도");
    report.expected.permitted.insert(Verdict::time_limit_exceeded);
    report.as_expected = true;
    EXPECT_EQ(whole_verdict_words(report, english), "WA");
}

TEST(WholeVerdictWords, SayOneThatWasRefusedAsAWhole) {
    Report report = report_with(Verdict::wrong_answer, {Verdict::accepted, Verdict::wrong_answer});
    EXPECT_EQ(whole_verdict_words(report, Messages(Tongue::en)), "WA");
}

TEST(VerdictWords, HaveTheirReasonInBrackets) {
    Report report = report_with(Verdict::run_time_error, {Verdict::run_time_error});
    report.reason = "Segfault";
    EXPECT_EQ(verdict_words(report, Messages(Tongue::en)), "RTE (Segfault)");
}

}  // namespace
}  // namespace judge
