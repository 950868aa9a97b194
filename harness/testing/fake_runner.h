#pragma once

// A Runner whose programs are functions: judging is tested without a single process.
//
//     FakeRunner runner;
//     runner.programs["/bin/answer"] = [](const FakeRun& run) { return FakeResult{.output = "42\n", .cpu =
//     milliseconds(3)}; };

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "sandbox/runner.h"

namespace judge {

struct FakeRun {
    const RunRequest* request = nullptr;
    std::string input;  // all of standard input
    int count = 0;      // earlier runs of this program by this runner
};

struct FakeResult {
    std::string output = "";  // written to stdout_fd
    std::string error = "";   // becomes stderr_head, or is written to stderr_fd
    Ending ending = Exited{0};
    Nanos cpu{};
    Nanos wall{};  // zero: as cpu
    Bytes memory = mib(1);
    std::optional<Nanos> run_queue_wait = {};
    std::optional<std::uint64_t> instructions = {};  // told only where the request asks for them
};

class FakeRunner : public Runner {
  public:
    using Program = std::function<FakeResult(const FakeRun&)>;
    /// By argv[0]; a program that is not here is an Error tool_missing.
    std::map<std::string, Program> programs;
    /// What was asked for, in order.
    std::vector<RunRequest> requests;
    Containment facts;

    Result<RunOutcome> run(const RunRequest& request) override;
    /// Runs the interactor first with empty input, then the contestant on its output, and records the two outputs as
    /// transcript.
    Result<PairOutcome> run_pair(const PairRequest& request) override;
    const Containment& containment() const override { return facts; }

  private:
    std::map<std::string, int> counts_;
};

}  // namespace judge
