#include "judging/verdict_of.h"

#include <fmt/format.h>

namespace judge {
namespace {

std::string of_wall(const RunOutcome& run, const Limits& limits) {
    const Nanos queued = run.usage.run_queue_wait.value_or(Nanos{});
    if (queued > run.usage.wall / 2)
        return fmt::format(
            "stopped after {} of wall time, {} of which it waited for a processor: the machine is too busy",
            to_text(run.usage.wall), to_text(queued));
    return fmt::format("stopped after {} of wall time with {} of CPU time used: idle, asleep or waiting for input",
                       to_text(limits.wall_time.value_or(run.usage.wall)), to_text(run.usage.cpu()));
}

Judged of_limit(LimitKind kind, const RunOutcome& run, const Limits& limits) {
    switch (kind) {
        case LimitKind::memory:
            return {Verdict::memory_limit_exceeded, "", ""};
        case LimitKind::output:
            return {Verdict::output_limit_exceeded, "", ""};
        case LimitKind::file_size:
            return {Verdict::output_limit_exceeded, "file", "a file grew past its limit"};
        case LimitKind::cpu_time:
            return {Verdict::time_limit_exceeded, "", ""};
        case LimitKind::wall_time:
            return {Verdict::time_limit_exceeded, "wall", of_wall(run, limits)};
        case LimitKind::processes:
            return {Verdict::run_time_error, "processes", "more processes or threads than the limit allows"};
    }
    panic("verdict_of: unknown limit");
}

std::optional<Judged> over_limits(const RunOutcome& run, const Limits& limits) {
    const Stopped* stopped = std::get_if<Stopped>(&run.ending);
    if (stopped && stopped->limit == LimitKind::memory) return of_limit(LimitKind::memory, run, limits);
    if (limits.memory && run.usage.peak_memory > *limits.memory && !run.usage.meter.memory_upper_bound)
        return of_limit(LimitKind::memory, run, limits);
    if (stopped && stopped->limit != LimitKind::wall_time) return of_limit(stopped->limit, run, limits);
    if (limits.cpu_time && run.usage.cpu() >= *limits.cpu_time) return of_limit(LimitKind::cpu_time, run, limits);
    if (stopped) return of_limit(LimitKind::wall_time, run, limits);
    return std::nullopt;
}

Judged of_check(const std::optional<CheckOutcome>& check) {
    if (!check) return {Verdict::not_judged, "no answer", "there is no answer to compare with"};
    switch (check->kind) {
        case CheckOutcome::Kind::accepted:
            return {Verdict::accepted, "", check->message};
        case CheckOutcome::Kind::partial:
            return {Verdict::partially_accepted, "", check->message};
        case CheckOutcome::Kind::presentation_error:
            return {Verdict::presentation_error, "", check->message};
        case CheckOutcome::Kind::wrong_answer:
            return {Verdict::wrong_answer, "", check->message};
        case CheckOutcome::Kind::judge_fault:
            return {Verdict::judge_error, "checker", check->message};
    }
    panic("verdict_of: unknown check");
}

}  // namespace

bool needs_check(const RunOutcome& run, const Limits& limits) {
    const Exited* exited = std::get_if<Exited>(&run.ending);
    return exited && exited->code == 0 && !over_limits(run, limits);
}

Judged verdict_of(const RunOutcome& run, const Limits& limits, const std::optional<CheckOutcome>& check,
                  const std::string& run_time_reason) {
    if (std::optional<Judged> over = over_limits(run, limits)) return *std::move(over);
    if (const Exited* exited = std::get_if<Exited>(&run.ending); exited && exited->code == 0) return of_check(check);
    return {Verdict::run_time_error, run_time_reason, ""};
}

}  // namespace judge
