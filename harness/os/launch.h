#pragma once

// Starting a program by fork and exec. The one file that knows Boost.Process is launch.cc.

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace judge {

struct Launch {
    std::string program;                   // absolute path
    std::vector<std::string> args;         // without the program's own name
    std::vector<std::string> env;          // "NAME=value"; nothing else is inherited
    std::string cwd;                       // empty = this process's
    std::vector<std::pair<int, int>> fds;  // (ours, its number there); all other descriptors are closed in it
    bool own_group = false;                // leads a process group of its own
    bool dies_with_thread = false;         // is killed when the thread that started it ends: prctl(2) PDEATHSIG
};

/// Starts the program and returns its process, which the caller must wait for. Signals are as in a fresh program.
/// Errors: tool_missing - it is absent or may not be executed; io - the machine has no more processes.
Result<pid_t> launch(const Launch& request);

}  // namespace judge
