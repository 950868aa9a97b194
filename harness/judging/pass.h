#pragma once

// One pass of one case: the contestant's program runs once, alone or against an interactor, and a checker says what it
// was worth. Most cases are one pass; in multi-pass problems a checker may ask for another with new input.

#include <optional>
#include <string>

#include "judging/case.h"
#include "model/check.h"

namespace judge {

struct Pass {
    RunOutcome run;
    Ending counts;  // the ending that the verdict rests on: of an interactive run, after the order of death was weighed
    std::optional<CheckOutcome> check;  // nothing: the program did not end well, or there is no answer
    std::string note;                   // what the ending alone does not say
    std::string transcript;             // interactive passes
    bool limits_count = true;           // false: see PairFacts
    Bytes output_size{};
};

/// What a pass is run on. `feedback_dir` outlives the case.
struct PassInput {
    std::string input_path;
    std::string feedback_dir;
    Limits limits;  // effective, with an output limit
};

/// How `program` is run under `limits`, but for its three descriptors.
RunRequest request_for(const Executable& program, const Limits& limits, std::uint32_t cpu);

/// Errors: not_found, io - the input cannot be read; those of the runner and of the checker's run.
Result<Pass> run_batch_pass(const CaseRequest& request, const PassInput& input, Bench& bench);
Result<Pass> run_interactive_pass(const CaseRequest& request, const PassInput& input, Bench& bench);

}  // namespace judge
