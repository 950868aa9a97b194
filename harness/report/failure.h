#pragma once

// The first failure of a submission, shown so that its cause can be seen: what
// was expected, the input, answer and output side by side with the first
// difference marked in both, the checker's words, the reason of a run-time
// error.

#include <string>
#include <vector>

#include "model/report.h"
#include "report/options.h"

namespace judge {

/// The lines for a report that is not as expected, the first of them saying why; empty for one that is. Where a program
/// died and nothing says in which line, the last names the command that does.
std::vector<std::string> failure_lines(const Report& report, const Messages& messages, const RenderOptions& options);

/// The same without the sentence that says why.
std::vector<std::string> detail_lines(const Report& report, const Messages& messages, const RenderOptions& options);

/// One case of `report`, whatever its verdict: its name, what came of it, and case_lines.
std::vector<std::string> named_case_lines(const Report& report, const Judgement& judgement, const Messages& messages,
                                          const RenderOptions& options);

/// What there is to see of one case: input, difference, checker's
/// words, transcript, standard error.
std::vector<std::string> case_lines(const Judgement& judgement, const Messages& messages, const RenderOptions& options);

}  // namespace judge
