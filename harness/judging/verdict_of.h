#pragma once

// The one place where facts become a verdict.

#include <optional>
#include <string>

#include "model/check.h"
#include "model/limits.h"
#include "model/run.h"
#include "model/verdict.h"

namespace judge {

/// A verdict, the short word that explains it ("Segfault", "wall"), and a sentence for people (the checker's, or on a
/// limit).
struct Judged {
    Verdict verdict = Verdict::not_judged;
    std::string reason;
    std::string message;

    bool operator==(const Judged&) const = default;
};

/// The verdict of one run. `run` holds the facts, `limits` the effective limits (what the run was *allowed*, which may
/// be less than where it was killed), `check` what the checker said: it is looked at only if the program ended with
/// exit status 0 inside its limits, and its absence there means that nothing could be compared. `run_time_reason` is
/// the judge's word for a crash, from toolchain's run_time_error_reason.
///
/// Order: memory, then output, then time (CPU, then wall), then processes, then the ending, then the check.
Judged verdict_of(const RunOutcome& run, const Limits& limits, const std::optional<CheckOutcome>& check,
                  const std::string& run_time_reason);

/// True if a checker must be asked: the program ended by itself with status 0 within `limits`.
bool needs_check(const RunOutcome& run, const Limits& limits);

}  // namespace judge
