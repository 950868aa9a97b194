#pragma once

// From the judgements of its cases to the Report of a submission.

#include <string>
#include <vector>

#include "judging/judge.h"
#include "model/report.h"

namespace judge {

/// What is known before the first case ran.
struct ReportStart {
    const Task* task = nullptr;
    const JudgeOptions* options = nullptr;
    int cases_total = 0;
    std::int64_t started_unix_ns = 0;
};

/// Report::source_digest of these files (absolute paths); one that cannot be read counts as empty.
std::string digest_of_sources(const std::vector<std::string>& files);

Report start_report(const ReportStart& start);

/// Adds what compiling found out: the build, and for a failure the verdict. `failure` is empty for success.
void add_build(Report& report, const CompileOutcome& outcome, const Limits& effective);

/// Sums up: verdict, groups, points, slowest case, peak memory, whether all is as expected. `ended_unix_ns` gives the
/// wall time.
void finish_report(Report& report, const Problem& problem, std::int64_t ended_unix_ns);

/// True if the cases that ran did what the submission's expectation says, and nothing is missing.
bool is_as_expected(const Report& report);

}  // namespace judge
