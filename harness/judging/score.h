#pragma once

// Groups and points: which cases need not run any more, and what the groups add up to, by the judgements of the
// cases that ran, in order.
//
//   all       the group's points if every case is accepted, else none (BOJ's subtasks; ICPC pass-fail)
//   minimum   points times the smallest score of its cases (ICPC 2025-09 "min"; IOI)
//   sum       every case gives its share times its score (ICPC "sum"); a case without points of its own gets an equal
//   share of what is left
//
// A group whose `depends_on` is not fully solved does not run and gives nothing. Source: ICPC problem package format
// 2025-09, "Test Data Groups".

#include <map>
#include <optional>
#include <string>
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

/// The cases of one submission that ran so far, and what they spare. Answers take as long for the last case as for the
/// first.
///
/// A case need not run: not scoring, after the first failure; scoring, once its group can earn nothing more (all: a
/// failure; minimum: a score of 0; sum: never), unless the group says run_all. `all` (--all) skips only for unmet
/// dependencies.
class Progress {
  public:
    enum class Wanted { enough, all };
    /// `problem` outlives it.
    Progress(const Problem& problem, Wanted wanted);

    /// The judgement of the next case that ran.
    void add(const Judgement& judgement);

    /// Whether case `index` need not run, once all that ran of the earlier ones was added.
    bool is_skipped(std::size_t index) const;
    /// Whether that is certain already, though judgements of earlier cases are still to come.
    bool will_be_skipped(std::size_t index) const;

  private:
    struct Tally {
        std::size_t cases = 0, passed = 0, failed = 0;
        bool scored_nothing = false;  // a case of it
    };
    const Tally& tally(const std::string& group) const;
    bool is_decided(const Group* group) const;

    const Problem& problem_;
    Wanted wanted_;
    std::map<std::string, Tally> tallies_;  // by group
    bool failed_ = false;                   // a case
};

/// One result a group, in the problem's order. `max_points` is 0 in problems that do not score.
std::vector<GroupResult> group_results(const Problem& problem, const std::vector<Judgement>& judgements);

/// The submission's verdict: accepted if every case passed and none is missing; with points, partially_accepted if some
/// but not all of them were earned; else the verdict of the first case that failed. judge_error of any case wins.
Verdict total_verdict(const Problem& problem, const std::vector<Judgement>& judgements,
                      const std::vector<GroupResult>& groups);

}  // namespace judge
