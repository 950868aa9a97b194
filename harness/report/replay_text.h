#pragma once

// One case run again: what came of it, beside what the stored run says.

#include <string>
#include <vector>

#include "model/report.h"
#include "report/options.h"

namespace judge {

/// The same case of the same submission, stored and run again. Both Reports hold it.
struct Replay {
    const Report& then;
    const Report& now;
    std::string case_name;
};

/// What is not as it was, by the words of their fields: "program", "input", "answer", "machine". Empty: all the same.
std::vector<std::string> changes_of(const Replay& replay);

/// The case as it went now, both verdicts with their figures, and what has changed in between.
std::vector<std::string> replay_lines(const Replay& replay, const Messages& messages, const RenderOptions& options);

}  // namespace judge
