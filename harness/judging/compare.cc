#include "judging/compare.h"

#include <fcntl.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/fd.h"
#include "judging/pass.h"
#include "judging/timing.h"
#include "sandbox/output_file.h"
#include "stats/rank_tests.h"
#include "stats/summary.h"

namespace judge {
namespace {

constexpr double kLevel = 0.01;
constexpr double kLeastSeconds = 1e-9;
constexpr double kSizeSpan = 4;

std::size_t pairs_of(std::size_t contenders) {
    return contenders * (contenders - 1) / 2;
}

struct Sample {
    double seconds = 0;
    bool ended_well = false;
    bool disturbed = false;
};

class RoundRunner {
  public:
    RoundRunner(const CompareRequest& request, Runner& runner, OutputFile output)
        : request_(request), runner_(runner), output_(std::move(output)) {
        rounds_.steady.assign(request.cases.size(), true);
        rounds_.seconds.assign(request.contenders.size(),
                               std::vector<std::vector<double>>(request.cases.size(), std::vector<double>{}));
    }

    Result<Rounds> run(const std::function<Nanos()>& now, const std::function<void(std::size_t)>& tell) {
        const Nanos start = now();
        const auto time_is_up = [&] { return now() - start >= request_.budget.time; };
        RoundBudget budget = request_.budget;
        budget.fewest = std::clamp(fewest_rounds(request_.contenders.size(), request_.cases.size()), budget.fewest,
                                   std::max(budget.fewest, budget.most));
        JUDGE_ASSIGN(warm, run_round(0, Keep::no, time_is_up));
        bool whole = warm;
        while (whole && rounds_.ended == RoundDecision::go_on) {
            JUDGE_ASSIGN(done, run_round(rounds_.count, Keep::yes, time_is_up));
            if (std::find(rounds_.steady.begin(), rounds_.steady.end(), true) == rounds_.steady.end())
                return Error{ErrorCode::usage, "cannot compare speed: on every case some program failed when run again",
                             "judge run --fresh --all shows how"};
            whole = done;
            if (!whole) break;
            ++rounds_.count;
            rounds_.ended = decide_rounds(widest(), now() - start, budget);
            if (tell) tell(rounds_.count);
        }
        if (!whole) cut_short();
        rounds_.elapsed = now() - start;
        return std::move(rounds_);
    }

  private:
    enum class Keep : bool { no, yes };

    // The readings of a half round go, and so does a round whose partner in the other order is missing.
    void cut_short() {
        rounds_.ended = RoundDecision::out_of_time;
        if (rounds_.count > 1) rounds_.count -= rounds_.count % 2;
        for (auto& cases : rounds_.seconds)
            for (std::vector<double>& readings : cases) readings.resize(std::min(readings.size(), rounds_.count));
    }

    Result<Sample> run_one(const CompareCase& what, const Contender& contender, std::size_t index) {
        JUDGE_ASSIGN(input, open_file(what.input, O_RDONLY));
        JUDGE_TRY(output_.reset());
        RunRequest run = request_for(*contender.program, contender.limits[index], request_.cpu);
        run.stdin_fd = input.get();
        run.stdout_fd = output_.fd();
        JUDGE_ASSIGN(outcome, runner_.run(run));
        return Sample{std::max(to_seconds(outcome.usage.cpu()), kLeastSeconds), outcome.ending == Ending(Exited{0}),
                      is_disturbed(outcome.usage)};
    }

    // False where the time was up before the end.
    Result<bool> run_round(std::size_t round, Keep keep, const std::function<bool()>& time_is_up) {
        const std::vector<std::size_t> order = balanced_order(request_.contenders.size(), round);
        for (std::size_t c = 0; c < request_.cases.size(); ++c) {
            if (!rounds_.steady[c]) continue;
            for (const std::size_t p : order) {
                if (time_is_up()) return false;
                JUDGE_ASSIGN(sample, run_one(request_.cases[c], request_.contenders[p], c));
                rounds_.steady[c] = rounds_.steady[c] && sample.ended_well;
                if (keep == Keep::no) continue;
                rounds_.seconds[p][c].push_back(sample.seconds);
                rounds_.disturbed += sample.disturbed;
            }
        }
        return true;
    }

    // The widest of the overall intervals of the first contender with each other one: the one that needs most rounds.
    RatioInterval widest() const;

    const CompareRequest& request_;
    Runner& runner_;
    OutputFile output_;
    Rounds rounds_;
};

std::vector<double> sums(const Rounds& rounds, std::size_t contender) {
    std::vector<double> all(rounds.count, 0.0);
    for (std::size_t c = 0; c < rounds.steady.size(); ++c)
        if (rounds.steady[c])
            for (std::size_t r = 0; r < rounds.count; ++r) all[r] += rounds.seconds[contender][c][r];
    return all;
}

RatioInterval RoundRunner::widest() const {
    RatioInterval worst;
    double width = -1;
    const std::vector<double> first = sums(rounds_, 0);
    // The middle of the way is no time for 4000 resamples each round; the last word is spoken by compare_speed.
    RatioOptions options;
    options.resamples = 400;
    for (std::size_t p = 1; p < request_.contenders.size(); ++p) {
        const RatioInterval interval = ratio_interval(sums(rounds_, p), first, options);
        if ((interval.high - interval.low) / interval.ratio > width) {
            worst = interval;
            width = (interval.high - interval.low) / interval.ratio;
        }
    }
    return worst;
}

std::vector<double> log_ratios(const std::vector<double>& top, const std::vector<double>& bottom) {
    std::vector<double> logs;
    for (std::size_t i = 0; i < top.size(); ++i) logs.push_back(std::log(top[i] / bottom[i]));
    return logs;
}

CaseSpeed case_speed(const Rounds& rounds, std::size_t first, std::size_t second, std::size_t case_index) {
    CaseSpeed speed;
    speed.case_index = case_index;
    const std::vector<double>& below = rounds.seconds[first][case_index];
    const std::vector<double>& above = rounds.seconds[second][case_index];
    speed.interval = ratio_interval(above, below);
    const std::vector<double> logs = log_ratios(above, below);
    speed.adjusted_p = signed_rank_test(logs).p;
    for (const std::size_t round : outliers_of(logs)) speed.wild.push_back({round, std::exp(logs[round])});
    return speed;
}

PairSpeed pair_speed(const Rounds& rounds, std::size_t first, std::size_t second) {
    PairSpeed pair;
    pair.first = first;
    pair.second = second;
    const std::vector<double> below = sums(rounds, first), above = sums(rounds, second);
    pair.overall = ratio_interval(above, below);
    pair.adjusted_p = signed_rank_test(log_ratios(above, below)).p;
    for (std::size_t c = 0; c < rounds.steady.size(); ++c)
        if (rounds.steady[c]) pair.cases.push_back(case_speed(rounds, first, second, c));
    return pair;
}

// Corrects the probabilities of all pairs and cases together.
void adjust(std::vector<PairSpeed>& pairs) {
    std::vector<double> of_pairs, of_cases;
    for (const PairSpeed& pair : pairs) {
        of_pairs.push_back(pair.adjusted_p);
        for (const CaseSpeed& speed : pair.cases) of_cases.push_back(speed.adjusted_p);
    }
    of_pairs = holm_adjusted(of_pairs);
    of_cases = holm_adjusted(of_cases);
    std::size_t next = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        pairs[i].adjusted_p = of_pairs[i];
        for (CaseSpeed& speed : pairs[i].cases) speed.adjusted_p = of_cases[next++];
    }
}

void call(PairSpeed& pair) {
    if (pair.adjusted_p <= kLevel) pair.call = speed_call(pair.overall);
    double furthest = 0;
    for (std::size_t i = 0; i < pair.cases.size(); ++i) {
        CaseSpeed& speed = pair.cases[i];
        if (speed.adjusted_p <= kLevel) speed.call = speed_call(speed.interval);
        if (speed.call == SpeedCall::no_difference) continue;
        const double distance = std::abs(std::log(speed.interval.ratio));
        if (distance > furthest) {
            furthest = distance;
            pair.most_separating = i;
        }
        if (pair.call != SpeedCall::no_difference && speed.call != pair.call) pair.against.push_back(i);
    }
}

}  // namespace

Result<Rounds> run_rounds(const CompareRequest& request, Runner& runner, const std::function<Nanos()>& now,
                          const std::function<void(std::size_t)>& tell) {
    if (request.contenders.size() < 2 || request.cases.empty())
        return Error{ErrorCode::usage, "cannot compare speed: it takes two programs and a case that both solve", ""};
    JUDGE_ASSIGN(output, OutputFile::make());
    return RoundRunner(request, runner, std::move(output)).run(now, tell);
}

std::size_t fewest_rounds(std::size_t contenders, std::size_t cases) {
    // All of n differences on one side have the two-sided probability 2 / 2^n.
    const double tests = static_cast<double>(pairs_of(contenders) * cases);
    return static_cast<std::size_t>(std::ceil(std::log2(2 * tests / kLevel)));
}

std::vector<PairSpeed> compare_speed(const Rounds& rounds) {
    std::vector<PairSpeed> pairs;
    if (rounds.count == 0) return pairs;
    const std::size_t contenders = rounds.seconds.size();
    for (std::size_t first = 0; first < contenders; ++first)
        for (std::size_t second = first + 1; second < contenders; ++second)
            pairs.push_back(pair_speed(rounds, first, second));
    adjust(pairs);
    for (PairSpeed& pair : pairs) call(pair);
    return pairs;
}

std::vector<std::optional<GrowthFit>> compare_growth(const Rounds& rounds, const std::vector<CompareCase>& cases) {
    std::vector<std::optional<GrowthFit>> fits;
    for (const auto& seconds : rounds.seconds) {
        if (rounds.count == 0) break;
        std::vector<GrowthPoint> points;
        double least = 0, most = 0;
        for (std::size_t c = 0; c < cases.size(); ++c) {
            if (!rounds.steady[c] || cases[c].size < 1) continue;
            points.push_back({cases[c].size, median(seconds[c])});
            least = points.size() == 1 ? cases[c].size : std::min(least, cases[c].size);
            most = std::max(most, cases[c].size);
        }
        std::vector<GrowthFit> found;
        if (points.size() >= 3 && most >= least * kSizeSpan) found = fit_growth(points);
        fits.push_back(found.empty() ? std::nullopt : std::optional(found.front()));
    }
    return fits;
}

}  // namespace judge
