#pragma once

// The one door to untrusted programs. Two bodies exist: the box (sandbox/box_runner.h) and the fake of the tests
// (testing/fake_runner.h).

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/run.h"

namespace judge {

/// One line, or piece of a line, that passed between a contestant and an interactor.
struct TranscriptLine {
    Nanos at{};  // since the start of the pair
    bool from_contestant = false;
    std::string text;  // any bytes, with its newline if it had one
};

struct PairRequest {
    RunRequest contestant;  // stdin_fd and stdout_fd are ignored: they lead to the interactor
    RunRequest interactor;  // likewise
    Bytes transcript_limit = kib(16);
};

struct PairOutcome {
    RunOutcome contestant;
    RunOutcome interactor;
    std::vector<TranscriptLine> transcript;  // the first `transcript_limit` bytes
    bool both_waiting = false;               // ended because each side waited for the other to write
};

/// Runs programs one at a time. Not for several threads at once: one runner is one measuring slot.
class Runner {
  public:
    virtual ~Runner() = default;

    /// Runs `request` to its end; when this returns, no process of it exists any more. Facts only; no verdict is formed
    /// here. Errors: usage - empty argv or impossible limits; sandbox - the box broke, or was not empty afterwards;
    /// tool_missing - argv[0] is absent or not executable (with the reason); interrupted - a stop was requested
    /// meanwhile.
    virtual Result<RunOutcome> run(const RunRequest& request) = 0;

    /// Runs a contestant and an interactor joined both ways. Every pipe end stays open in the judge until its owner was
    /// reaped, and an interactor is told of the end of a contestant that failed only once it waits for more: so the
    /// order in which the two die never changes the facts. A side that closes its output and reads on is seen to have
    /// done so once both have waited for half a second. The contestant has finish_rank 0 only if the interactor was
    /// told while it ran. Errors: as `run`.
    virtual Result<PairOutcome> run_pair(const PairRequest& request) = 0;

    virtual const Containment& containment() const = 0;
};

}  // namespace judge
