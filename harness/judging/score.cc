#include "judging/score.h"

#include <algorithm>
#include <map>

namespace judge {
namespace {

const Group* find_group(const Problem& problem, const std::string& name) {
    for (const Group& group : problem.groups)
        if (group.name == name) return &group;
    return nullptr;
}

double score_of(const Judgement& judgement) {
    if (passed(judgement.verdict)) return judgement.score.value_or(1.0);
    if (judgement.verdict == Verdict::partially_accepted) return judgement.score.value_or(0.0);
    return 0.0;
}

double sum_points(const Problem& problem, const Group& group, const std::map<std::string, double>& scores) {
    double named = 0;
    int unnamed = 0;
    for (const TestCase& test_case : problem.cases) {
        if (test_case.group != group.name) continue;
        named += test_case.points;
        if (test_case.points == 0) ++unnamed;
    }
    const double share = unnamed > 0 ? std::max(0.0, group.points - named) / unnamed : 0.0;
    double points = 0;
    for (const TestCase& test_case : problem.cases) {
        if (test_case.group != group.name) continue;
        const auto score = scores.find(test_case.name);
        if (score != scores.end()) points += (test_case.points == 0 ? share : test_case.points) * score->second;
    }
    return points;
}

double points_of(const Problem& problem, const Group& group, const GroupResult& result,
                 const std::map<std::string, double>& scores) {
    switch (group.rule) {
        case GroupRule::all:
            return result.passed == result.total ? group.points : 0.0;
        case GroupRule::sum:
            return sum_points(problem, group, scores);
        case GroupRule::minimum: {
            double least = result.run == result.total ? 1.0 : 0.0;
            for (const TestCase& test_case : problem.cases)
                if (const auto score = scores.find(test_case.name);
                    test_case.group == group.name && score != scores.end())
                    least = std::min(least, score->second);
            return group.points * least;
        }
    }
    return 0.0;
}

}  // namespace

bool passed(Verdict verdict) {
    return verdict == Verdict::accepted;
}

std::optional<double> score_of(const CheckOutcome& check, Verdict verdict, const Problem& problem,
                               const TestCase& test_case) {
    if (verdict != Verdict::accepted && verdict != Verdict::partially_accepted) return std::nullopt;
    if (check.score || !check.points) return check.score;
    const Group* group = find_group(problem, test_case.group);
    double most = 100;
    if (test_case.points > 0)
        most = test_case.points;
    else if (group && group->points > 0)
        most = group->points;
    return std::clamp(*check.points / most, 0.0, 1.0);
}

Progress::Progress(const Problem& problem, Wanted wanted) : problem_(problem), wanted_(wanted) {
    for (const TestCase& test_case : problem.cases) ++tallies_[test_case.group].cases;
}

void Progress::add(const Judgement& judgement) {
    Tally& tally = tallies_[judgement.group];
    ++(passed(judgement.verdict) ? tally.passed : tally.failed);
    tally.scored_nothing = tally.scored_nothing || score_of(judgement) == 0.0;
    failed_ = failed_ || !passed(judgement.verdict);
}

const Progress::Tally& Progress::tally(const std::string& group) const {
    static constexpr Tally kNone{};
    const auto found = tallies_.find(group);
    return found == tallies_.end() ? kNone : found->second;
}

// Nothing that its cases still do changes what the group, or without points the submission, is worth.
bool Progress::is_decided(const Group* group) const {
    if (wanted_ == Wanted::all) return false;
    if (!problem_.scoring) return failed_;
    if (!group || group->run_all) return false;
    switch (group->rule) {
        case GroupRule::sum:
            return false;
        case GroupRule::all:
            return tally(group->name).failed > 0;
        case GroupRule::minimum:
            return tally(group->name).scored_nothing;
    }
    return false;
}

bool Progress::is_skipped(std::size_t index) const {
    const Group* group = find_group(problem_, problem_.cases[index].group);
    if (problem_.scoring && group)
        for (const std::string& other : group->depends_on)
            if (tally(other).passed < tally(other).cases) return true;
    return is_decided(group);
}

bool Progress::will_be_skipped(std::size_t index) const {
    const Group* group = find_group(problem_, problem_.cases[index].group);
    if (problem_.scoring && group)
        for (const std::string& other : group->depends_on)
            if (tally(other).failed > 0) return true;
    return is_decided(group);
}

std::vector<GroupResult> group_results(const Problem& problem, const std::vector<Judgement>& judgements) {
    std::map<std::string, double> scores;
    for (const Judgement& judgement : judgements) scores[judgement.case_name] = score_of(judgement);
    std::vector<GroupResult> results;
    for (const Group& group : problem.groups) {
        GroupResult result;
        result.name = group.name;
        for (const TestCase& test_case : problem.cases) result.total += test_case.group == group.name;
        for (const Judgement& judgement : judgements) {
            if (judgement.group != group.name) continue;
            ++result.run;
            if (passed(judgement.verdict))
                ++result.passed;
            else if (result.verdict == Verdict::not_judged)
                result.verdict = judgement.verdict;
        }
        if (result.total > 0 && result.passed == result.total) result.verdict = Verdict::accepted;
        if (problem.scoring) {
            result.max_points = group.points;
            result.points = points_of(problem, group, result, scores);
        }
        results.push_back(result);
    }
    return results;
}

Verdict total_verdict(const Problem& problem, const std::vector<Judgement>& judgements,
                      const std::vector<GroupResult>& groups) {
    Verdict first_failure = Verdict::accepted;
    for (const Judgement& judgement : judgements) {
        if (judgement.verdict == Verdict::judge_error) return Verdict::judge_error;
        if (!passed(judgement.verdict) && first_failure == Verdict::accepted) first_failure = judgement.verdict;
    }
    if (judgements.empty()) return Verdict::not_judged;
    double points = 0, max_points = 0;
    for (const GroupResult& group : groups) {
        points += group.points;
        max_points += group.max_points;
    }
    if (!problem.scoring || max_points == 0)
        return first_failure == Verdict::accepted && judgements.size() < problem.cases.size() ? Verdict::not_judged
                                                                                              : first_failure;
    if (points >= max_points - 1e-9) return Verdict::accepted;
    return points > 1e-9 ? Verdict::partially_accepted : first_failure;
}

}  // namespace judge
