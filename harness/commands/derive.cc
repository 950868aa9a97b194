#include "commands/derive.h"

#include <fmt/format.h>

#include <map>

namespace judge {
namespace {

std::vector<Task> tasks_on(const Problem& problem, const std::vector<Submission>& submissions) {
    const auto shared = std::make_shared<const Problem>(problem);
    std::vector<Task> tasks;
    for (const Submission& submission : submissions) tasks.push_back({shared, submission});
    return tasks;
}

}  // namespace

Result<DerivedLimit> derive_time_limit(const Problem& problem,
                                       const std::function<Result<Reports>(std::vector<Task>)>& judge) {
    DerivedLimit derived{problem, {}};
    const TimeRule rule = problem.time_rule.value();
    std::optional<Nanos> slowest;
    std::string slowest_id;
    if (!rule.accepted.empty()) {
        JUDGE_ASSIGN(reports, judge(tasks_on(problem, rule.accepted)));
        for (const auto& report : reports) {
            if (report->verdict != Verdict::accepted || !report->slowest_cpu) continue;
            if (slowest && *report->slowest_cpu <= *slowest) continue;
            slowest = report->slowest_cpu;
            slowest_id = report->submission_id;
        }
    }
    if (!slowest) {
        derived.findings.push_back({Severity::warning, "time-limit-unknown",
                                    fmt::format("no accepted submission of '{}' tells its time limit", problem.id),
                                    "judge run its accepted submissions shows why"});
        return derived;
    }
    const Nanos limit = time_limit_by(rule, *slowest);
    derived.problem.limits.cpu_time = limit;
    derived.problem.time_rule.reset();
    const std::string how =
        fmt::format("{}: '{}' took {} here, times {}, rounded up to a multiple of {}", to_text(limit), slowest_id,
                    to_text(*slowest), rule.multiplier, to_text(rule.resolution));
    derived.problem.notes["limits"] = "Derived from the accepted submissions: " + how + ".";
    derived.findings.push_back({Severity::note, "time-limit-derived", "the time limit is derived: " + how, ""});
    if (rule.too_slow.empty()) return derived;
    Problem lenient = derived.problem;
    lenient.limits.cpu_time = Nanos(static_cast<std::int64_t>(static_cast<double>(limit.count()) * rule.margin));
    JUDGE_ASSIGN(reports, judge(tasks_on(lenient, rule.too_slow)));
    for (const auto& report : reports)
        if (report->verdict != Verdict::time_limit_exceeded)
            derived.findings.push_back({Severity::warning, "not-too-slow",
                                        fmt::format("'{}' must be too slow, but ends within {} times the limit",
                                                    report->submission_id, rule.margin),
                                        "larger cases would keep the two apart"});
    return derived;
}

Status settle_time_limits(Archive::Order& order, const Context& context,
                          const std::function<Result<Reports>(const Archive::Order&, Listener&)>& judge) {
    std::map<const Problem*, std::shared_ptr<const Problem>> settled;
    for (Task& task : order.tasks) {
        if (!task.problem->time_rule) continue;
        std::shared_ptr<const Problem>& known = settled[task.problem.get()];
        if (!known) {
            const std::unique_ptr<LiveDisplay> display = make_display(context, {});
            JUDGE_ASSIGN(derived, derive_time_limit(*task.problem, [&](std::vector<Task> tasks) {
                             Archive::Order timing = order;
                             timing.tasks = std::move(tasks);
                             timing.options.case_glob.clear();
                             timing.options.run_all = true;
                             return judge(timing, *display);
                         }));
            for (const Finding& finding : derived.findings)
                if (!context.quiet) fmt::print(stderr, "judge: {}: {}\n", task.problem->id, finding.text);
            derived.problem.time_rule.reset();
            known = std::make_shared<const Problem>(std::move(derived.problem));
        }
        task.problem = known;
    }
    return Done{};
}

}  // namespace judge
