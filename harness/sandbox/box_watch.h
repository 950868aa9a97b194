#pragma once

// Looking at what runs in the box, and ending it.

#include "sandbox/box_state.h"

namespace judge::box {

/// All processes of a run at one moment.
struct Tree {
    std::uint64_t cpu_ns = 0;             // with the waited-for children of each, in ticks of 10 ms
    std::uint64_t largest_rss_bytes = 0;  // of one process: pages shared in a tree would count for each
    std::uint32_t tasks = 0;              // processes and threads
    bool all_asleep = true;
};

/// Reads /proc of every process below the box: all of the PID namespace, or the box's descendants where there is none.
Tree look_at_tree(const State& state);

/// Kills every process below the box once: all of the PID namespace at a stroke, or the box's descendants, stopped
/// before they are killed.
void kill_all(const State& state);

/// Processes and threads of the box's user on the whole machine.
std::uint32_t tasks_of_user(const State& state);

/// The PID most recently given in the box's namespace; 0 where there is none.
std::uint32_t last_pid(const State& state);

/// CPU time of the box's control group; 0 where there is none.
std::uint64_t group_cpu_ns(const State& state);

/// True if the first process of a run waits for input: in read, readv, poll, select or epoll_wait.
bool waits_for_input(const State& state, pid_t pid);

}  // namespace judge::box
