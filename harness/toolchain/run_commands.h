#pragma once

// Running a job's commands in its build folder.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "sandbox/runner.h"
#include "toolchain/build_job.h"

namespace judge {

struct CommandsOutcome {
    std::optional<std::string> failure;  // why the first command that failed did so; later ones did not run
    bool stopped = false;                // by a limit: another time it might succeed
    std::string messages;                // raw, of all commands
    Nanos wall{};
};

/// Runs `commands` one after another in `folder`, where they may write, until one fails. `readable` are folders besides
/// the tools' own. Errors: from the runner; io.
Result<CommandsOutcome> run_commands(const BuildJob& job, const std::vector<Command>& commands,
                                     const std::string& folder, const std::vector<std::string>& readable,
                                     Runner& runner);

/// Standard output of one command of the tools of `job`. Errors: bad_input - it failed; from the runner; io.
Result<std::string> run_command_for_output(const BuildJob& job, const Command& command, Runner& runner);

}  // namespace judge
