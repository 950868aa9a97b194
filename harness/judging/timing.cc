#include "judging/timing.h"

#include <fmt/format.h>

#include <algorithm>

namespace judge {
namespace {

bool reached_kill(const Reading& reading) {
    const Stopped* stopped = std::get_if<Stopped>(&reading.ending);
    return stopped && stopped->limit == LimitKind::cpu_time;
}

// Memory, output and crashes do not become other facts by waiting for a quiet moment; a wall limit may.
bool time_matters(const Reading& reading) {
    if (const Stopped* stopped = std::get_if<Stopped>(&reading.ending)) return stopped->limit == LimitKind::wall_time;
    return std::holds_alternative<Exited>(reading.ending);
}

bool is_unsettled(const Reading& reading, Nanos limit) {
    if (!time_matters(reading)) return false;
    const Stopped* stopped = std::get_if<Stopped>(&reading.ending);
    if (stopped) return reading.disturbed;
    const Nanos cpu = reading.usage.cpu();
    const bool near = cpu >= limit * 3 / 4 && cpu <= limit * 5 / 4;
    return near || (reading.disturbed && cpu > limit * 3 / 4);
}

}  // namespace

Limits run_limits(const Limits& limits) {
    Limits run = limits;
    if (!limits.cpu_time) return run;
    run.cpu_time = *limits.cpu_time * 5 / 4 + std::chrono::milliseconds(100);
    if (!limits.wall_time) run.wall_time = *limits.cpu_time * 3 + std::chrono::seconds(2);
    return run;
}

bool is_disturbed(const Usage& usage) {
    const Nanos cpu = usage.cpu();
    if (usage.stolen && *usage.stolen > cpu / 20 + std::chrono::milliseconds(20)) return true;
    if (usage.khz_before && usage.khz_after && *usage.khz_after * 10 < *usage.khz_before * 9) return true;
    if (usage.run_queue_wait) return *usage.run_queue_wait > cpu / 20 + std::chrono::milliseconds(2);
    if (usage.involuntary_switches && static_cast<double>(*usage.involuntary_switches) > 20 * to_seconds(cpu) + 5)
        return true;
    return usage.wall > cpu * 13 / 10 + std::chrono::milliseconds(10);
}

bool needs_repeat(const std::vector<Reading>& readings, const Limits& limits) {
    if (readings.empty() || !limits.cpu_time) return false;
    if (std::any_of(readings.begin(), readings.end(), reached_kill)) return false;
    const auto exclusive =
        std::count_if(readings.begin(), readings.end(), [](const Reading& r) { return r.exclusive; });
    return exclusive < kExclusiveRepeats && is_unsettled(readings.front(), *limits.cpu_time);
}

std::size_t counted_reading(const std::vector<Reading>& readings) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < readings.size(); ++i) {
        if (!readings[i].exclusive) continue;
        const bool faster = readings[i].usage.cpu() < readings[best].usage.cpu();
        if (!readings[best].exclusive || faster) best = i;
    }
    return best;
}

std::optional<Finding> time_confidence(const std::vector<Reading>& readings, const Limits& limits) {
    std::vector<Nanos> times;
    for (const Reading& reading : readings)
        if (reading.exclusive) times.push_back(reading.usage.cpu());
    if (times.empty() || !limits.cpu_time) return std::nullopt;
    std::sort(times.begin(), times.end());
    const auto over = std::count_if(times.begin(), times.end(), [&](Nanos time) { return time >= *limits.cpu_time; });
    const char* word = over == 0 ? "safe" : over == static_cast<std::ptrdiff_t>(times.size()) ? "over" : "risky";
    // Within a tenth of the limit another machine may well decide otherwise.
    if (over == 0 && times.back() * 10 > *limits.cpu_time * 9) word = "risky";
    Finding finding;
    finding.severity = over == 0 && std::string_view(word) == "safe" ? Severity::note : Severity::warning;
    finding.code = "near-time-limit";
    finding.text = fmt::format("{} of {} exclusive runs over {} (min {}, median {}, max {}): {}", over, times.size(),
                               to_text(*limits.cpu_time), to_text(times.front()), to_text(times[times.size() / 2]),
                               to_text(times.back()), word);
    return finding;
}

}  // namespace judge
