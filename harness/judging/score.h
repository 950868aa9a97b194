#pragma once

// Groups and points: which cases need not run any more, and what the groups add up to. Pure functions over the
// judgements of the cases that ran, in order.
//
//   all       the group's points if every case is accepted, else none (BOJ's subtasks; ICPC pass-fail)
//   minimum   points times the smallest score of its cases (ICPC 2025-09 "min"; IOI)
//   sum       every case gives its share times its score (ICPC "sum"); a case without points of its own gets an equal
//   share of what is left
//
// A group whose `depends_on` is not fully solved does not run and gives nothing. Source: ICPC problem package format
// 2025-09, "Test Data Groups".

#include <optional>
#include <vector>

#include "model/check.h"
#include "model/problem.h"
#include "model/report.h"

namespace judge {

/// True if a verdict counts as passed: accepted.
bool passed(Verdict verdict);

/// The share of its points that a case earned, 0 to 1, where the checker gave one: absolute points are set against the
/// case's own points, else its group's, else 100. Nothing for a verdict that earns nothing, and where no share was
/// given.
std::optional<double> score_of(const CheckOutcome& check, Verdict verdict, const Problem& problem,
                               const TestCase& test_case);

/// True if case `index` need not run, given the judgements of earlier cases that ran. `run_all` (--all) skips only for
/// unmet dependencies. Not scoring: after the first failure nothing runs. Scoring: the rest of a group is skipped once
/// it can earn nothing more (all: a failure; minimum: a score of 0; sum: never), unless it says run_all.
bool is_skipped(const Problem& problem, std::size_t index, const std::vector<Judgement>& so_far, bool run_all);

/// One result a group, in the problem's order. `max_points` is 0 in problems that do not score.
std::vector<GroupResult> group_results(const Problem& problem, const std::vector<Judgement>& judgements);

/// The submission's verdict: accepted if every case passed and none is missing; with points, partially_accepted if some
/// but not all of them were earned; else the verdict of the first case that failed. judge_error of any case wins.
Verdict total_verdict(const Problem& problem, const std::vector<Judgement>& judgements,
                      const std::vector<GroupResult>& groups);

}  // namespace judge
