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
        JUDGE_TRY(run_round(0, Keep::no));
        while (rounds_.ended == RoundDecision::go_on) {
            JUDGE_TRY(run_round(rounds_.count, Keep::yes));
            ++rounds_.count;
            if (std::find(rounds_.steady.begin(), rounds_.steady.end(), true) == rounds_.steady.end())
                return Error{ErrorCode::usage, "cannot compare speed: on every case some program failed when run again",
                             "judge run --fresh --all shows how"};
            rounds_.elapsed = now() - start;
            rounds_.ended = decide_rounds(widest(), rounds_.elapsed, request_.budget);
            if (tell) tell(rounds_.count);
        }
        return std::move(rounds_);
    }

  private:
    enum class Keep : bool { no, yes };

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

    Status run_round(std::size_t round, Keep keep) {
        const std::vector<std::size_t> order = balanced_order(request_.contenders.size(), round);
        for (std::size_t c = 0; c < request_.cases.size(); ++c) {
            if (!rounds_.steady[c]) continue;
            for (const std::size_t p : order) {
                JUDGE_ASSIGN(sample, run_one(request_.cases[c], request_.contenders[p], c));
                rounds_.steady[c] = rounds_.steady[c] && sample.ended_well;
                if (keep == Keep::no) continue;
                rounds_.seconds[p][c].push_back(sample.seconds);
                rounds_.disturbed += sample.disturbed;
            }
        }
        return Done{};
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
    pair.overall = ratio_interval(sums(rounds, second), sums(rounds, first));
    pair.call = speed_call(pair.overall);
    std::vector<double> p_values;
    for (std::size_t c = 0; c < rounds.steady.size(); ++c) {
        if (!rounds.steady[c]) continue;
        pair.cases.push_back(case_speed(rounds, first, second, c));
        p_values.push_back(pair.cases.back().adjusted_p);
    }
    const std::vector<double> adjusted = holm_adjusted(p_values);
    double furthest = 0;
    for (std::size_t i = 0; i < pair.cases.size(); ++i) {
        CaseSpeed& speed = pair.cases[i];
        speed.adjusted_p = adjusted[i];
        if (speed.adjusted_p <= kLevel) speed.call = speed_call(speed.interval);
        if (speed.call == SpeedCall::no_difference) continue;
        const double distance = std::abs(std::log(speed.interval.ratio));
        if (distance > furthest) {
            furthest = distance;
            pair.most_separating = i;
        }
        if (pair.call != SpeedCall::no_difference && speed.call != pair.call) pair.against.push_back(i);
    }
    return pair;
}

}  // namespace

Result<Rounds> run_rounds(const CompareRequest& request, Runner& runner, const std::function<Nanos()>& now,
                          const std::function<void(std::size_t)>& tell) {
    if (request.contenders.size() < 2 || request.cases.empty())
        return Error{ErrorCode::usage, "cannot compare speed: it takes two programs and a case that both solve", ""};
    JUDGE_ASSIGN(output, OutputFile::make());
    return RoundRunner(request, runner, std::move(output)).run(now, tell);
}

std::vector<PairSpeed> compare_speed(const Rounds& rounds) {
    std::vector<PairSpeed> pairs;
    for (std::size_t first = 0; first < rounds.seconds.size(); ++first)
        for (std::size_t second = first + 1; second < rounds.seconds.size(); ++second)
            pairs.push_back(pair_speed(rounds, first, second));
    return pairs;
}

std::vector<std::optional<GrowthFit>> compare_growth(const Rounds& rounds, const std::vector<CompareCase>& cases) {
    std::vector<std::optional<GrowthFit>> fits;
    for (const auto& seconds : rounds.seconds) {
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
