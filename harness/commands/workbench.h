#pragma once

// Everything a judging command works with, opened once: languages and cache, boxes, measuring slots, the wish to stop.

#include <memory>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "checker/protocol.h"
#include "commands/context.h"
#include "judging/judge.h"
#include "os/signals.h"
#include "os/slots.h"
#include "packages/project.h"
#include "sandbox/runner.h"
#include "toolchain/toolchain.h"

namespace judge {

struct WorkbenchOptions {
    int jobs = 0;                    // boxes; 0 = the project's wish, else one a processor
    bool require_isolation = false;  // refuse to run what cannot be contained
};

/// Must be made on the main thread: boxes end with the thread that started them.
class Workbench {
  public:
    /// Errors: io - no cache or runtime folder; sandbox - no box, or not contained though it is required; usage -
    /// absurd jobs; bad tables.
    static Result<std::unique_ptr<Workbench>> open(const Context& context, const Project& project,
                                                   const WorkbenchOptions& options);

    const Toolchain& toolchain() const { return *toolchain_; }
    const Protocols& protocols() const { return protocols_; }
    const Slots& slots() const { return *slots_; }
    const Cancel& cancel() const { return cancel_; }
    std::vector<Runner*> runners() const;
    Runner& runner() const { return *runners_.front(); }
    /// Ends what is running, as Ctrl-C does; nothing can be run after that. From any thread.
    void stop() { cancel_.request(); }
    bool interrupted() const { return cancel_.requested(); }

  private:
    Workbench() : signals_(cancel_) {}
    Status open_toolchain(const Context& context, const Project& project);

    Cancel cancel_;
    StopSignals signals_;
    std::unique_ptr<Toolchain> toolchain_;
    Protocols protocols_;
    std::unique_ptr<Slots> slots_;
    std::vector<std::unique_ptr<Runner>> runners_;
};

/// Where judge-box lies: beside this program, or in ../libexec/judge of an installed one. Errors: tool_missing.
Result<std::string> find_box_program(const std::string& self);

/// The toolchain alone, for commands that run nothing. Errors: as Workbench::open.
Result<Toolchain> open_toolchain(const Context& context, const Project& project);

/// What judging needs, but for the listener.
JudgeServices services_of(const Workbench& bench);

/// Nanoseconds since 1970, UTC.
std::int64_t unix_now_ns();

}  // namespace judge
