#include "judging/reuse.h"

#include <algorithm>

#include "base/hash.h"

namespace judge {
namespace {

template <typename T>
void add_number(Hasher& hasher, const T& number) {
    hasher.add_field(std::to_string(number));
}

void add_limits(Hasher& hasher, const Limits& limits) {
    for (const std::optional<Nanos>& time : {limits.cpu_time, limits.wall_time})
        add_number(hasher, time ? time->count() : -1);
    for (const std::optional<Bytes>& size : {limits.memory, limits.stack, limits.output, limits.file_size})
        hasher.add_field(size ? std::to_string(size->count) : "none");
    for (const std::optional<std::uint32_t>& count : {limits.processes, limits.open_files})
        hasher.add_field(count ? std::to_string(*count) : "none");
}

}  // namespace

std::string reuse_key(const ReuseFacts& facts, const Containment& containment,
                      const std::function<const CaseFiles&(std::size_t index)>& files_of) {
    Hasher hasher;
    for (const std::string* text : {&facts.program_key, &facts.profile_id, &facts.checking, &facts.harness_build,
                                    &facts.machine, &facts.counting})
        hasher.add_field(*text);
    add_limits(hasher, facts.effective);
    add_number(hasher, facts.run_all);
    for (const Containment::Mechanism& mechanism : containment.mechanisms) {
        hasher.add_field(mechanism.id);
        add_number(hasher, mechanism.active);
        hasher.add_field(mechanism.detail);
    }
    const Problem& problem = *facts.problem;
    hasher.add_field(problem.id);
    add_number(hasher, problem.scoring);
    for (const Group& group : problem.groups) {
        hasher.add_field(group.name);
        add_number(hasher, static_cast<int>(group.rule));
        add_number(hasher, group.points);
        add_number(hasher, group.run_all);
        add_limits(hasher, group.limits);
        for (const std::string& arg : group.checker_args) hasher.add_field(arg);
        for (const std::string& other : group.depends_on) hasher.add_field(other);
    }
    for (std::size_t index = 0; index < problem.cases.size(); ++index) {
        const TestCase& test_case = problem.cases[index];
        const CaseFiles& files = files_of(index);
        hasher.add_field(test_case.name);
        hasher.add_field(files.input.digest);
        hasher.add_field(test_case.answer ? files.answer.digest : "none");
        add_limits(hasher, test_case.limits);
        add_number(hasher, test_case.points);
        for (const std::string& arg : test_case.checker_args) hasher.add_field(arg);
    }
    return hasher.hex();
}

bool is_reusable(const Report& report) {
    if (report.interrupted || report.cases.empty()) return false;
    return std::all_of(report.cases.begin(), report.cases.end(), [](const Judgement& judgement) {
        const bool doubtful = judgement.verdict == Verdict::judge_error || judgement.verdict == Verdict::not_judged;
        return !doubtful && judgement.readings.size() == 1 && !judgement.readings.front().disturbed;
    });
}

void adopt_judgement(Report& report, Report earlier) {
    Report judged = std::move(earlier);
    judged.judge_version = std::move(report.judge_version);
    judged.problem_title = std::move(report.problem_title);
    judged.source_url = std::move(report.source_url);
    judged.submission_id = std::move(report.submission_id);
    judged.source_files = std::move(report.source_files);
    judged.source_digest = std::move(report.source_digest);
    judged.build = std::move(report.build);
    judged.checker = std::move(report.checker);
    judged.expected = std::move(report.expected);
    judged.started_unix_ns = report.started_unix_ns;
    // What the build had to say is said of this submission's files; the rest came with the judgement.
    std::vector<Finding> findings = std::move(report.findings);
    for (Finding& finding : judged.findings) {
        const auto same = [&](const Finding& known) { return known.code == finding.code; };
        if (std::none_of(findings.begin(), findings.end(), same)) findings.push_back(std::move(finding));
    }
    judged.findings = std::move(findings);
    judged.reused = true;
    report = std::move(judged);
}

}  // namespace judge
