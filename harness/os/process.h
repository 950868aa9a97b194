#pragma once

// Running a trusted helper: git, a compiler's --version. Untrusted programs go through sandbox/runner.h.

#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "base/units.h"
#include "os/environment.h"

namespace judge {

struct ToolRequest {
    std::vector<std::string> argv;  // argv[0] is a path, or a name to be found in PATH; never empty
    std::string cwd;                // empty = this process's
    std::vector<std::string> env;   // "NAME=value": over the environment that is passed beside the request
    std::string stdin_text;
    Nanos time_limit = std::chrono::seconds(30);
    Bytes output_limit = mib(16);    // of standard output, and of standard error; what comes after it is thrown away
    const Cancel* cancel = nullptr;  // borrowed
};

struct ToolOutput {
    int exit_code = 0;  // 0 if a signal ended it
    int signal = 0;     // 0 if it exited
    std::string out;    // any bytes
    std::string err;

    bool ok() const { return exit_code == 0 && signal == 0; }
};

/// Runs the tool to its end. Then, and at the time limit, every process of its group is killed.
/// Errors: usage - empty argv; tool_missing - argv[0] is not found, with its name; io - it cannot be started, or the
/// time limit was reached; interrupted - `cancel`.
Result<ToolOutput> run_tool(const ToolRequest& request, const Environment& environment);

}  // namespace judge
