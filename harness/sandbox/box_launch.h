#pragma once

// From the box to the program: a clone that shares the box's memory and holds it still until exec, so that nothing is
// copied.

#include "sandbox/box_state.h"

namespace judge::box {

struct Launch {
    const State* state = nullptr;
    const wire::Run* run = nullptr;
    const char* cwd = nullptr;  // empty: scratch
    char** argv = nullptr;
    char** envp = nullptr;
    int fds[3] = {-1, -1, -1};

    std::uint64_t user_tasks = 0;  // of a shared uid, before the run

    // Filled by the child before exec.
    Failure failure;
    std::uint64_t started_ns = 0;  // CLOCK_MONOTONIC
    std::uint64_t launch_cpu_ns = 0;
};

/// The child's pid, or -1 with errno. On return the child runs the program, or `launch.failure` says why it does not
/// and the child has ended (and still has to be waited for).
pid_t start(Launch& launch);

std::uint64_t now_ns(int clock);

}  // namespace judge::box
