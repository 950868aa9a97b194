#pragma once

// A program that takes over this terminal: a debugger, a browser.

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "os/environment.h"

namespace judge {

struct ForegroundRequest {
    std::vector<std::string> argv;  // argv[0] is a path, or a name to be found in PATH; never empty
    std::string cwd;                // empty = this process's
    int stdin_fd = 0;               // borrowed
};

/// Runs the program with this process's output, errors and environment until it ends. Meanwhile Ctrl-C is for it alone.
/// Returns what a shell would: its exit status, or 128 and the signal. Errors: tool_missing - it is not found; io.
Result<int> run_in_foreground(const ForegroundRequest& request, const Environment& environment);

}  // namespace judge
