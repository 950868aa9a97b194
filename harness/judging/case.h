#pragma once

// One run of one case: the facts, what the checker says, and what a person wants to see of it.

#include <optional>
#include <string>

#include "judging/checking.h"
#include "judging/counting.h"
#include "judging/shared_problem.h"
#include "judging/verdict_of.h"
#include "model/executable.h"
#include "model/report.h"
#include "sandbox/output_file.h"
#include "sandbox/runner.h"

namespace judge {

/// What one worker keeps from run to run.
struct Bench {
    Runner* runner;
    OutputFile output;
    std::optional<unsigned> processor;  // of its last slot

    /// Errors: io.
    static Result<Bench> make(Runner& runner);
};

struct CaseRequest {
    const Checking* checking = nullptr;
    const TestCase* test_case = nullptr;
    const CaseFiles* files = nullptr;  // of the test case
    const Executable* program = nullptr;
    std::string submission_id;
    std::string family;  // of the language, for the words of run-time errors
    Limits limits;       // effective
    std::uint32_t cpu = RunRequest::kAnyCpu;
    bool exclusive = false;
    const Counting* counting = nullptr;  // null: instructions are not counted
};

/// The judgement that rests on this one run; `readings` holds exactly that reading.
/// Errors: sandbox, interrupted, io - nothing was judged. Faults of the problem's files are judge_error, not an Error.
Result<Judgement> run_case(const CaseRequest& request, Bench& bench);

/// The limits that hold for a case: the submission's, then its group's, then its own.
Limits limits_of_case(const Limits& effective, const Problem& problem, const TestCase& test_case);

}  // namespace judge
