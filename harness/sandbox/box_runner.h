#pragma once

// The Runner that runs programs in resident boxes.
//
//     BoxOptions options;
//     options.box_program = "/usr/libexec/judge/judge-box";
//     JUDGE_ASSIGN(runner, make_box_runner(options));
//     JUDGE_ASSIGN(outcome, runner->run(request));

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "sandbox/runner.h"

namespace judge {

struct BoxOptions {
    std::string box_program;      // absolute path of judge-box
    std::string scratch_parent;   // where the boxes' folders are made; empty = $TMPDIR is not asked: /tmp
    std::string programs_parent;  // where what will run mostly lies, to tell as whom it runs; empty = not looked at
    std::uint32_t cpu = RunRequest::kAnyCpu;  // for requests that name none
    const Cancel* cancel = nullptr;           // ends runs with Error interrupted
    std::set<std::string> force_off;  // "namespaces", "landlock", "cgroups", "user": as if the machine lacked them
};

/// Starts a box with all that this machine grants; what it does not grant is said by `containment()`. Removes what
/// boxes of judges that were killed have left below `scratch_parent`. Errors: sandbox - not even an uncontained box can
/// be started; tool_missing - no box program.
Result<std::unique_ptr<Runner>> make_box_runner(const BoxOptions& options);

/// Several of them, which build themselves at the same time, and while the caller does something else.
class BoxRunners {
  public:
    /// Errors: as make_box_runner.
    static Result<BoxRunners> start(const BoxOptions& options, std::size_t count);
    BoxRunners(BoxRunners&&) noexcept;
    ~BoxRunners();
    /// Waits until all are ready, and hands them out. Errors: as make_box_runner.
    Result<std::vector<std::unique_ptr<Runner>>> await();

  private:
    struct State;
    explicit BoxRunners(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace judge
