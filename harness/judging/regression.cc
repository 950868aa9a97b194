#include "judging/regression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "stats/calibration.h"
#include "stats/summary.h"

namespace judge {
namespace {

constexpr double kAlarm = 0.005;  // one side of 99 %
constexpr double kTimeGrowth = 0.01;
constexpr double kTimeFloorSeconds = 0.001;
constexpr double kInstructionsGrowth = 0.01;
constexpr double kMemoryGrowth = 0.05;
constexpr Bytes kMemoryFloor = kib(256);  // what the kernel's own counting in batches may add

const Judgement* case_of(const Report& report, const std::string& name) {
    const auto found = std::find_if(report.cases.begin(), report.cases.end(),
                                    [&](const Judgement& judgement) { return judgement.case_name == name; });
    return found == report.cases.end() ? nullptr : &*found;
}

struct Pair {
    const Judgement* before = nullptr;
    const Judgement* now = nullptr;
};

bool was_disturbed(const Judgement& judgement) {
    return std::any_of(judgement.readings.begin(), judgement.readings.end(),
                       [](const Reading& reading) { return reading.counted && reading.disturbed; });
}

class Comparing {
  public:
    explicit Comparing(const RegressionInput& input) : input_(input), before_(*input.before), now_(*input.now) {}

    RegressionOutcome run() {
        verdicts();
        if (before_.machine.fingerprint != now_.machine.fingerprint) {
            note("other-machine", "times and memory are not compared: the baseline is of another machine",
                 "judge baseline set makes one of this machine");
            return std::move(outcome_);
        }
        choose_pairs();
        times();
        for (const Pair& pair : pairs_) figures(pair);
        return std::move(outcome_);
    }

  private:
    void note(const char* code, std::string text, std::string remedy) {
        outcome_.findings.push_back({Severity::note, code, std::move(text), std::move(remedy)});
    }

    void add(RegressionKind kind, const std::string& name, std::string text, double before = 0, double now = 0) {
        outcome_.regressions.push_back({kind, name, before, now, std::move(text)});
    }

    void verdicts() {
        if (before_.as_expected && !now_.as_expected)
            add(RegressionKind::verdict, "",
                fmt::format("{} before, as expected; {} now", row_of(before_.verdict).code, row_of(now_.verdict).code));
        for (const Judgement& now : now_.cases) {
            const Judgement* before = case_of(before_, now.case_name);
            if (!before || before->verdict != Verdict::accepted || now_.expected.permitted.contains(now.verdict))
                continue;
            add(RegressionKind::failing_case, now.case_name,
                fmt::format("AC before, {}{} now", row_of(now.verdict).code,
                            now.reason.empty() ? "" : " (" + now.reason + ")"));
        }
    }

    void choose_pairs() {
        std::size_t other_input = 0;
        for (const Judgement& now : now_.cases) {
            const Judgement* before = case_of(before_, now.case_name);
            if (!before || before->verdict != Verdict::accepted || now.verdict != Verdict::accepted) continue;
            other_input += before->input_digest != now.input_digest;
            if (before->input_digest == now.input_digest) pairs_.push_back({before, &now});
        }
        timed_ = pairs_;
        if (other_input > 0)
            note("other-input", fmt::format("figures of {} cases are not compared: their input changed", other_input),
                 "judge baseline set takes the new cases in");
        note_meter("times", &Meter::cpu);
        note_meter("memory", &Meter::memory);
        note_meter("instructions", &Meter::instructions);
        // Times are summed up over the cases that one meter took.
        std::erase_if(timed_,
                      [](const Pair& pair) { return pair.before->usage.meter.cpu != pair.now->usage.meter.cpu; });
    }

    void note_meter(const char* figure, std::string Meter::*meter) {
        const auto other = std::count_if(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
            return pair.before->usage.meter.*meter != pair.now->usage.meter.*meter;
        });
        if (other > 0)
            note("other-meter", fmt::format("{} of {} cases are not compared: another meter took them", figure, other),
                 "judge baseline set measures anew");
    }

    // Seconds of one case in all runs of one program that were not disturbed.
    static std::vector<double> readings(const Report& first, std::span<const Report> repeats, const std::string& name) {
        std::vector<double> seconds;
        const auto take = [&](const Report& report) {
            const Judgement* judgement = case_of(report, name);
            if (judgement && judgement->verdict == Verdict::accepted && !was_disturbed(*judgement))
                seconds.push_back(std::max(to_seconds(judgement->usage.cpu()), 1e-9));
        };
        take(first);
        for (const Report& report : repeats) take(report);
        return seconds;
    }

    // Noise only ever adds: the fastest run now is what the program can do, disturbed or not.
    double fastest_now(const std::string& name) const {
        double fastest = to_seconds(case_of(now_, name)->usage.cpu());
        for (const Report& report : input_.now_repeats)
            if (const Judgement* judgement = case_of(report, name);
                judgement && judgement->verdict == Verdict::accepted)
                fastest = std::min(fastest, to_seconds(judgement->usage.cpu()));
        return fastest;
    }

    // The sum over all compared cases of run `i` of the program as it was; nothing where a case is missing.
    std::optional<double> sum_of(const Report& report) const {
        double sum = 0;
        for (const Pair& pair : timed_) {
            const Judgement* judgement = case_of(report, pair.now->case_name);
            if (!judgement || judgement->verdict != Verdict::accepted) return std::nullopt;
            sum += to_seconds(judgement->usage.cpu());
        }
        return std::max(sum, 1e-9);
    }

    void times() {
        if (timed_.empty()) return;
        std::vector<double> sums = {*sum_of(before_)};
        for (const Report& report : input_.before_repeats)
            if (const std::optional<double> sum = sum_of(report)) sums.push_back(*sum);
        if (sums.size() < kFewestReadings) {
            note("few-runs",
                 fmt::format("times are not compared: {} runs of the baseline give no interval", sums.size()),
                 "judge baseline set measures five times");
            return;
        }
        double now = *sum_of(now_);
        for (const Report& report : input_.now_repeats)
            if (const std::optional<double> sum = sum_of(report)) now = std::min(now, *sum);
        call_time("", sums, now, kAlarm);
        for (const Pair& pair : timed_) {
            const std::string& name = pair.now->case_name;
            const std::vector<double> before = readings(before_, input_.before_repeats, name);
            call_time(name, before, fastest_now(name), kAlarm / static_cast<double>(timed_.size()));
        }
    }

    void call_time(const std::string& name, const std::vector<double>& before, double now, double alarm) {
        const double bound = upper_bound_of_next(before, alarm);
        if (now <= bound) return;
        const double usual = median(before);
        if (now <= usual * (1 + kTimeGrowth) || now <= usual + kTimeFloorSeconds) return;
        const auto words = [](double seconds) { return to_text(Nanos(std::llround(seconds * 1e9))); };
        add(RegressionKind::time, name,
            fmt::format("{} before, {} now ({:.2f} times as long); one more run as before would take at most {}",
                        words(usual), words(now), now / usual, words(bound)),
            usual, now);
    }

    void figures(const Pair& pair) {
        const Usage& before = pair.before->usage;
        const Usage& now = pair.now->usage;
        if (before.instructions && now.instructions && before.meter.instructions == now.meter.instructions) {
            const auto old_count = static_cast<double>(*before.instructions);
            const auto new_count = static_cast<double>(*now.instructions);
            if (new_count > old_count * (1 + kInstructionsGrowth))
                add(RegressionKind::instructions, pair.now->case_name,
                    fmt::format("{} instructions before, {} now (+{:.1f} %)", *before.instructions, *now.instructions,
                                (new_count / old_count - 1) * 100),
                    old_count, new_count);
        }
        if (before.meter.memory != now.meter.memory) return;
        const auto old_size = static_cast<double>(before.peak_memory.count);
        const auto new_size = static_cast<double>(now.peak_memory.count);
        if (new_size > old_size * (1 + kMemoryGrowth) && now.peak_memory > before.peak_memory + kMemoryFloor)
            add(RegressionKind::memory, pair.now->case_name,
                fmt::format("{} before, {} now", to_text(before.peak_memory), to_text(now.peak_memory)), old_size,
                new_size);
    }

    const RegressionInput& input_;
    const Report& before_;
    const Report& now_;
    std::vector<Pair> pairs_;  // with the same input, accepted both times
    std::vector<Pair> timed_;  // of these, with the same meter of time
    RegressionOutcome outcome_;
};

}  // namespace

std::string_view id_of(RegressionKind kind) {
    switch (kind) {
        case RegressionKind::verdict:
            return "verdict";
        case RegressionKind::failing_case:
            return "failing_case";
        case RegressionKind::time:
            return "time";
        case RegressionKind::instructions:
            return "instructions";
        case RegressionKind::memory:
            return "memory";
    }
    return "";
}

double upper_bound_of_next(std::span<const double> readings, double alarm) {
    if (readings.size() < kFewestReadings) return std::numeric_limits<double>::infinity();
    std::vector<TimePair> pairs;
    for (const double reading : readings) pairs.push_back({1, reading});
    return predict(fit_calibration(pairs), 1, 1 - 2 * alarm).high;
}

RegressionOutcome regressions_between(const RegressionInput& input) {
    return Comparing(input).run();
}

}  // namespace judge
