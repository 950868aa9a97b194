#pragma once

// Instructions as a cost without noise: the same count on every run. Where the kernel lends a hardware counter, the
// Runner gives the count with the run itself (Usage::instructions). Elsewhere the program runs once more under
// valgrind, whose count is exact too but takes some fifty times as long; memory and time are never taken from that run.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/report.h"
#include "model/run.h"
#include "sandbox/output_file.h"
#include "sandbox/runner.h"

namespace judge {

struct Counting {
    std::string valgrind;  // absolute path; empty: only a hardware counter is asked

    /// Two judgements that counted by different means do not stand for each other.
    std::string identity() const { return "count " + valgrind; }
};

struct CountOutcome {
    std::optional<std::uint64_t> instructions;
    std::optional<Finding> finding;  // why there is no count: code "not-counted"
};

/// Runs `run` on the file `input_path` under valgrind. `output` is overwritten. A run that ends otherwise than with
/// status 0 gives no count: its program did something else than before. Errors: sandbox, io, interrupted.
Result<CountOutcome> count_instructions(const RunRequest& run, const std::string& input_path, const Counting& counting,
                                        OutputFile& output, Runner& runner);

/// The sum of all "==<pid>== I refs: 7,038,108" lines, one a process; nothing if there is none.
/// Source: Cachegrind manual 3.19, section 5.2.
std::optional<std::uint64_t> instructions_in(std::string_view valgrind_log);

}  // namespace judge
