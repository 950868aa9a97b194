#pragma once

// Trying the jury's own tools before a contestant is judged with them.

#include <optional>

#include "checker/check_run.h"
#include "checker/comparer.h"
#include "model/report.h"

namespace judge {

/// Shows `checker` the jury's own answer of a case as output, which it must accept (a positive part of the points will
/// do), and an empty output, which it must refuse unless the answer holds nothing but white space: a checker that is
/// called with arguments in another order than it was written for is caught by one of the two. `files` names input and
/// answer; `case_name` is for the text. The finding is an error: the problem is broken, not the contestant.
/// Errors: as run_checker.
Result<std::optional<Finding>> probe_checker(const ProtocolRow& row, const Executable& checker, const CheckFiles& files,
                                             const std::string& case_name, const Limits& limits, Runner& runner);

/// The same for a comparer: the answer must equal itself. Errors: io - the answer cannot be opened.
Result<std::optional<Finding>> probe_comparer(const Comparer& comparer, const std::string& answer_path,
                                              const std::string& case_name);

}  // namespace judge
