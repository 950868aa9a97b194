#include "judging/assemble.h"

#include <algorithm>

#include "base/files.h"
#include "base/hash.h"
#include "judging/score.h"
#include "packages/expectations.h"

namespace judge {
namespace {

std::string relative_to(const std::string& root, const std::string& path) {
    return !root.empty() && path.starts_with(root + "/") ? path.substr(root.size() + 1) : path;
}

std::vector<Verdict> verdicts_seen(const Report& report) {
    std::vector<Verdict> seen;
    for (const Judgement& judgement : report.cases) seen.push_back(judgement.verdict);
    // Without cases the verdict itself is all there is (a compile error); with points the sum may be what was expected.
    if (seen.empty() || report.verdict == Verdict::partially_accepted) seen.push_back(report.verdict);
    return seen;
}

void sum_up_usage(Report& report) {
    for (const Judgement& judgement : report.cases) {
        if (judgement.readings.empty()) continue;
        const Usage& usage = judgement.usage;
        if (!report.slowest_cpu || usage.cpu() > *report.slowest_cpu) report.slowest_cpu = usage.cpu();
        if (!report.peak_memory || usage.peak_memory > *report.peak_memory) report.peak_memory = usage.peak_memory;
    }
}

void sum_up_points(Report& report) {
    double points = 0, max_points = 0;
    for (const GroupResult& group : report.groups) {
        points += group.points;
        max_points += group.max_points;
    }
    if (max_points == 0) return;
    report.points = points;
    report.max_points = max_points;
}

}  // namespace

std::string digest_of_sources(const std::vector<std::string>& files) {
    Hasher hasher;
    for (const std::string& file : files) {
        const Result<std::string> content = read_file(file);
        hasher.add_field(file_name(file));
        hasher.add_field(content ? *content : "");
    }
    return hasher.hex();
}

Report start_report(const ReportStart& start) {
    const Problem& problem = *start.task->problem;
    const Submission& submission = start.task->submission;
    Report report;
    report.judge_version = start.options->judge_version;
    report.problem_id = problem.id;
    report.problem_title = problem.title;
    report.source_url = problem.source_url;
    report.submission_id = submission.id;
    for (const std::string& file : submission.files)
        report.source_files.push_back(relative_to(start.options->project_root, file));
    report.source_digest = digest_of_sources(submission.files);
    report.profile = start.options->profile.empty() ? problem.profile : start.options->profile;
    report.limits = problem.limits;
    report.checker = problem.checker;
    report.checker.program = relative_to(start.options->project_root, problem.checker.program);
    report.checker.where = relative_to(start.options->project_root, problem.checker.where);
    report.expected = submission.expected;
    report.cases_total = start.cases_total;
    report.machine = start.options->machine;
    report.started_unix_ns = start.started_unix_ns;
    return report;
}

void add_build(Report& report, const CompileOutcome& outcome, const Limits& effective) {
    report.build = outcome.build;
    report.limits = effective;
    report.findings.insert(report.findings.end(), outcome.findings.begin(), outcome.findings.end());
    if (outcome.ok) return;
    report.verdict = Verdict::compile_error;
    report.reason = outcome.reason;
}

bool is_as_expected(const Report& report) {
    const std::vector<Verdict> seen = verdicts_seen(report);
    const bool complete = std::find(seen.begin(), seen.end(), Verdict::not_judged) == seen.end() &&
                          std::find(seen.begin(), seen.end(), Verdict::judge_error) == seen.end();
    return complete && !report.interrupted && met(report.expected, seen);
}

void finish_report(Report& report, const Problem& problem, std::int64_t ended_unix_ns) {
    report.wall = Nanos(ended_unix_ns - report.started_unix_ns);
    report.groups = group_results(problem, report.cases);
    sum_up_points(report);
    sum_up_usage(report);
    report.cases_passed = static_cast<int>(
        std::count_if(report.cases.begin(), report.cases.end(), [](const Judgement& j) { return passed(j.verdict); }));
    if (!report.cases.empty()) {
        report.verdict = total_verdict(problem, report.cases, report.groups);
        const auto first = std::find_if(report.cases.begin(), report.cases.end(), [&](const Judgement& j) {
            return j.verdict == report.verdict && !passed(j.verdict);
        });
        if (first != report.cases.end()) report.reason = first->reason;
    }
    report.as_expected = is_as_expected(report);
}

}  // namespace judge
