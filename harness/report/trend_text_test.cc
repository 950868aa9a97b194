#include "report/trend_text.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(Sparkline, HasEightHeightsFromZeroToTheGreatest) {
    const std::vector<std::optional<double>> values = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0};
    EXPECT_EQ(sparkline(values), "▁▁▂▃▄▅▆▇█");
}

TEST(Sparkline, ShowsNoiseAsFlat) {
    const std::vector<std::optional<double>> values = {1.00, 1.02, 0.98, 1.01};
    EXPECT_EQ(sparkline(values), "████");
}

TEST(Sparkline, MarksWhatIsAbsent) {
    const std::vector<std::optional<double>> values = {std::nullopt, 2.0, 0.0};
    EXPECT_EQ(sparkline(values), "·█▁");
    EXPECT_EQ(sparkline({}), "");
}

TrendPoint point(int milliseconds, Verdict verdict = Verdict::accepted) {
    TrendPoint made;
    made.slowest_cpu = std::chrono::milliseconds(milliseconds);
    made.verdict = verdict;
    return made;
}

TEST(RenderTrends, TellsRunsVerdictLeastAndNewest) {
    const std::vector<TrendLine> lines = {
        {"boj-1", "a.cpp", false, {point(40), point(20), point(80, Verdict::wrong_answer)}},
        {"boj-1", "secret/1", true, {point(10)}}};
    EXPECT_EQ(render_trends(lines, {.width = 80}),
              "Problem  Submission  Runs  Verdict   Best   Last  Trend\n"
              "boj-1    a.cpp          3  WA       20 ms  80 ms  ▄▂█\n"
              "           secret/1     1  AC       10 ms  10 ms  █\n");
    EXPECT_EQ(render_trends(lines, {.tongue = Tongue::ko, .width = 80}),
              "문제   제출        횟수  결과   최소   최근  추이\n"
              "boj-1  a.cpp          3  WA    20 ms  80 ms  ▄▂█\n"
              "         secret/1     1  AC    10 ms  10 ms  █\n");
    EXPECT_EQ(render_trends({}, {}), "");
}

TEST(RenderTrends, ShowsFewerRunsWhereItIsNarrow) {
    const std::vector<TrendLine> lines = {{"boj-1", "a.cpp", false, std::vector<TrendPoint>(50, point(5))}};
    EXPECT_EQ(render_trends(lines, {.width = 44}),
              "Submission  Verdict     Last  Trend\n"
              "a.cpp       AC       5.00 ms  ██████████\n");
}

}  // namespace
}  // namespace judge
