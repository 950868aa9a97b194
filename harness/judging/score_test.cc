#include "judging/score.h"

#include <gtest/gtest.h>

namespace judge {
namespace {

// Groups "sample" (1 case), "secret/a" (2 cases), "secret/b" (2 cases).
Problem problem_with(GroupRule rule, double points_a, double points_b) {
    Problem problem;
    problem.scoring = points_a + points_b > 0;
    for (const char* name : {"sample", "secret/a", "secret/b"}) {
        Group group;
        group.name = name;
        group.rule = group.name == "sample" ? GroupRule::all : rule;
        group.points = group.name == "secret/a" ? points_a : group.name == "secret/b" ? points_b : 0;
        problem.groups.push_back(group);
        const int cases = group.name == "sample" ? 1 : 2;
        for (int i = 1; i <= cases; ++i) {
            TestCase test_case;
            test_case.group = name;
            test_case.name = group.name + "/" + std::to_string(i);
            problem.cases.push_back(test_case);
        }
    }
    return problem;
}

std::vector<Judgement> judged(const Problem& problem, const std::vector<Verdict>& verdicts) {
    std::vector<Judgement> judgements;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        if (verdicts[i] == Verdict::not_judged) continue;
        Judgement judgement;
        judgement.case_name = problem.cases[i].name;
        judgement.group = problem.cases[i].group;
        judgement.verdict = verdicts[i];
        judgements.push_back(judgement);
    }
    return judgements;
}

Progress progress(const Problem& problem, const std::vector<Judgement>& so_far, Progress::Wanted wanted) {
    Progress progress(problem, wanted);
    for (const Judgement& judgement : so_far) progress.add(judgement);
    return progress;
}

bool is_skipped(const Problem& problem, std::size_t index, const std::vector<Judgement>& so_far, bool run_all) {
    return progress(problem, so_far, run_all ? Progress::Wanted::all : Progress::Wanted::enough).is_skipped(index);
}

constexpr Verdict AC = Verdict::accepted, WA = Verdict::wrong_answer, TLE = Verdict::time_limit_exceeded,
                  PAC = Verdict::partially_accepted, NO = Verdict::not_judged, JE = Verdict::judge_error;

TEST(IsSkipped, EverythingAfterTheFirstFailureWithoutPoints) {
    const Problem problem = problem_with(GroupRule::all, 0, 0);
    EXPECT_FALSE(is_skipped(problem, 2, judged(problem, {AC, AC}), false));
    EXPECT_TRUE(is_skipped(problem, 2, judged(problem, {AC, WA}), false));
    EXPECT_FALSE(is_skipped(problem, 2, judged(problem, {AC, WA}), true)) << "--all";
}

TEST(IsSkipped, TheRestOfAFailedGroupOnly) {
    const Problem problem = problem_with(GroupRule::all, 40, 60);
    EXPECT_TRUE(is_skipped(problem, 2, judged(problem, {AC, WA}), false));
    EXPECT_FALSE(is_skipped(problem, 3, judged(problem, {AC, WA}), false));
}

TEST(IsSkipped, NeverUnderSum) {
    const Problem problem = problem_with(GroupRule::sum, 40, 60);
    EXPECT_FALSE(is_skipped(problem, 2, judged(problem, {AC, WA}), false));
}

TEST(IsSkipped, UnderMinimumOnceItIsZero) {
    const Problem problem = problem_with(GroupRule::minimum, 40, 60);
    std::vector<Judgement> judgements = judged(problem, {AC, PAC});
    judgements.back().score = 0.5;
    EXPECT_FALSE(is_skipped(problem, 2, judgements, false));
    EXPECT_TRUE(is_skipped(problem, 2, judged(problem, {AC, WA}), false));
}

TEST(IsSkipped, AGroupWhoseDependencyIsNotSolved) {
    Problem problem = problem_with(GroupRule::all, 40, 60);
    problem.groups[2].depends_on = {"secret/a"};
    EXPECT_TRUE(is_skipped(problem, 3, judged(problem, {AC, WA}), true)) << "even with --all";
    EXPECT_FALSE(is_skipped(problem, 3, judged(problem, {AC, AC, AC}), false));
}

TEST(IsSkipped, NotYetWhileADependencyStillRuns) {
    Problem problem = problem_with(GroupRule::all, 40, 60);
    problem.groups[2].depends_on = {"secret/a"};
    const auto certain = [&](const std::vector<Verdict>& so_far) {
        return progress(problem, judged(problem, so_far), Progress::Wanted::enough).will_be_skipped(3);
    };
    EXPECT_FALSE(certain({AC, AC})) << "its second case may still pass";
    EXPECT_FALSE(certain({AC, AC, AC}));
    EXPECT_TRUE(certain({AC, WA}));
}

TEST(GroupResults, AllGivesEverythingOrNothing) {
    const Problem problem = problem_with(GroupRule::all, 40, 60);
    const std::vector<GroupResult> groups = group_results(problem, judged(problem, {AC, AC, AC, AC, TLE}));
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[1], (GroupResult{"secret/a", AC, 40, 40, 2, 2, 2}));
    EXPECT_EQ(groups[2], (GroupResult{"secret/b", TLE, 0, 60, 1, 2, 2}));
}

TEST(GroupResults, SumSharesPointsEqually) {
    const Problem problem = problem_with(GroupRule::sum, 40, 60);
    const std::vector<GroupResult> groups = group_results(problem, judged(problem, {AC, AC, WA, AC, AC}));
    EXPECT_EQ(groups[1].points, 20);
    EXPECT_EQ(groups[2].points, 60);
}

TEST(GroupResults, SumTakesTheCasesOwnPointsFirst) {
    Problem problem = problem_with(GroupRule::sum, 40, 60);
    problem.cases[1].points = 30;
    EXPECT_EQ(group_results(problem, judged(problem, {AC, AC, WA, AC, AC}))[1].points, 30);
    EXPECT_EQ(group_results(problem, judged(problem, {AC, WA, AC, AC, AC}))[1].points, 10);
}

TEST(GroupResults, MinimumTakesTheSmallestScore) {
    const Problem problem = problem_with(GroupRule::minimum, 40, 60);
    std::vector<Judgement> judgements = judged(problem, {AC, PAC, AC, AC, AC});
    judgements[1].score = 0.25;
    EXPECT_EQ(group_results(problem, judgements)[1].points, 10);
}

TEST(GroupResults, NoPointsWithoutScoring) {
    const Problem problem = problem_with(GroupRule::all, 0, 0);
    EXPECT_EQ(group_results(problem, judged(problem, {AC, AC, AC, AC, AC}))[1],
              (GroupResult{"secret/a", AC, 0, 0, 2, 2, 2}));
}

TEST(TotalVerdict, IsTheFirstFailure) {
    const Problem problem = problem_with(GroupRule::all, 0, 0);
    const std::vector<Judgement> judgements = judged(problem, {AC, AC, TLE, WA});
    EXPECT_EQ(total_verdict(problem, judgements, group_results(problem, judgements)), TLE);
}

TEST(TotalVerdict, AcceptedOnlyIfEveryCaseRan) {
    const Problem problem = problem_with(GroupRule::all, 0, 0);
    const std::vector<Judgement> all = judged(problem, {AC, AC, AC, AC, AC});
    EXPECT_EQ(total_verdict(problem, all, group_results(problem, all)), AC);
    const std::vector<Judgement> some = judged(problem, {AC, AC, NO, NO, NO});
    EXPECT_EQ(total_verdict(problem, some, group_results(problem, some)), NO);
    EXPECT_EQ(total_verdict(problem, {}, {}), NO);
}

TEST(TotalVerdict, PartialPoints) {
    const Problem problem = problem_with(GroupRule::all, 40, 60);
    const std::vector<Judgement> some = judged(problem, {AC, AC, AC, WA});
    EXPECT_EQ(total_verdict(problem, some, group_results(problem, some)), PAC);
    const std::vector<Judgement> none = judged(problem, {AC, WA, NO, TLE});
    EXPECT_EQ(total_verdict(problem, none, group_results(problem, none)), WA);
}

TEST(TotalVerdict, TheJurysFaultWins) {
    const Problem problem = problem_with(GroupRule::all, 0, 0);
    const std::vector<Judgement> judgements = judged(problem, {AC, WA, JE});
    EXPECT_EQ(total_verdict(problem, judgements, group_results(problem, judgements)), JE);
}

}  // namespace
}  // namespace judge
