#pragma once

// Judging: submissions and their problems in, one Report each out.
//
// Workers (one a runner) compile and run; the calling thread alone speaks to the listener, in case order within a
// submission and in order of submissions.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "judging/checking.h"
#include "judging/counting.h"
#include "model/event.h"
#include "os/slots.h"
#include "sandbox/runner.h"

namespace judge {

/// One thing to judge.
struct Task {
    std::shared_ptr<const Problem> problem;
    Submission submission;
};

struct JudgeOptions {
    std::string profile;    // empty = each problem's own
    std::string case_glob;  // only cases whose name matches; empty = all
    bool run_all = false;   // go on after the first failure
    Repair repair = Repair::no;
    std::optional<Counting> counting;  // count instructions, and how
    std::string judge_version;
    std::string harness_build;  // content of this program, for reuse; empty: nothing is reused or fit for it
    Machine machine;
    std::string project_root;  // source files below it are reported relative to it
};

/// What judging works with. Everything outlives the call.
struct JudgeServices {
    Compiler compile;
    const Protocols* protocols = nullptr;
    std::vector<Runner*> runners;  // one a worker
    const Slots* slots = nullptr;  // machine-wide measuring slots; null in tests
    Listener* listener = nullptr;
    const Cancel* cancel = nullptr;
    std::function<std::int64_t()> unix_now_ns;
    /// The earlier report with this reuse key, if there is one; may be empty. Called from workers, one at a time.
    std::function<std::optional<Report>(const std::string& reuse_key)> find_earlier;
};

/// Judges every task. A task that cannot be judged (its compiler is absent, its problem is broken) still yields a
/// Report, with verdict not_judged or judge_error and a finding that says why. After a request to stop, the reports
/// hold what was finished and say `interrupted`. Errors: usage - no tasks, or no case is left by the glob; sandbox -
/// the boxes are broken.
Result<std::vector<std::shared_ptr<const Report>>> judge(const std::vector<Task>& tasks, const JudgeOptions& options,
                                                         const JudgeServices& services);

}  // namespace judge
