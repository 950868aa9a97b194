#pragma once

// What the judge and judge-box say to each other: flat structs, one a packet, over a SOCK_SEQPACKET socket. Both ends
// are built from the same tree, so there is no version. A struct may be followed by NUL-terminated strings.

#include <cstddef>
#include <cstdint>

namespace judge::wire {

inline constexpr int kSocketFd = 3;                    // where judge-box finds its socket
inline constexpr std::size_t kMaxPacket = 120 * 1024;  // below the smallest usual net.core.wmem_default
inline constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

enum class Kind : std::uint32_t { setup, ready, paths, paths_done, run, result, stop, look, looked };

/// Where in building a box or launching a program something failed; errno says why.
enum class Stage : std::uint32_t {
    none,
    user_namespace,
    namespaces,
    fork_init,
    private_mounts,
    root_tmpfs,
    root_skeleton,
    system_folders,
    devices,
    proc,
    scratch,
    no_new_privs,
    seccomp,
    landlock,
    bind,
    launch,
    session,
    descriptors,
    enter_root,
    rlimits,
    working_directory,
    identity,
    exec,
    sweep,
};

/// judge -> box, once. Followed by the box's own folder (absolute); with one descriptor if `cpu_counter` is not none.
struct Setup {
    Kind kind = Kind::setup;
    std::uint32_t namespaces = 1;    // try them
    std::uint32_t landlock = 1;      // may be used
    std::uint32_t switch_user = 1;   // when privileged, run contestants under an unprivileged uid
    std::uint32_t cpu_counter = 0;   // 0 none, 1 cpuacct.usage (nanoseconds), 2 cpu.stat (usage_usec)
    std::uint32_t watch_parent = 0;  // ask for the death signal: only when the starting thread is the main thread
    std::uint64_t scratch_bytes = 0;
};

/// box -> judge, once: what was had. `stage` other than none: the box could not be built and ends.
struct Ready {
    Kind kind = Kind::ready;
    Stage stage = Stage::none;
    std::int32_t error = 0;
    std::uint32_t namespaces = 0;      // pid, mount, net, ipc, uts
    std::uint32_t user_namespace = 0;  // they lie in a user namespace
    std::uint32_t fresh_proc = 0;      // /proc shows the box's processes only
    std::int32_t proc_error = 0;
    std::uint32_t seccomp = 0;
    std::int32_t seccomp_error = 0;
    std::uint32_t landlock_abi = 0;  // 0 = not there
    std::uint32_t landlock_used = 0;
    std::uint32_t run_uid = 0;  // the contestant's, as seen outside
    std::uint32_t uid_switched = 0;
};

/// judge -> box: the folders of the coming runs. Followed by `count` strings: 'r', 'w' or 'x' (a file to be executed),
/// then the absolute path.
struct Paths {
    Kind kind = Kind::paths;
    std::uint32_t count = 0;
};
struct PathsDone {
    Kind kind = Kind::paths_done;
    std::int32_t error = 0;
    std::uint32_t index = 0;  // of the path that failed
    std::uint32_t own_uid =
        0;  // the unprivileged uid could not reach them all: runs keep the box's uid, without capabilities
};

/// judge -> box: run a program; three descriptors (standard input, output, error). Followed by the working directory
/// (empty = scratch), argc arguments, envc variables.
struct Run {
    Kind kind = Kind::run;
    std::uint32_t argc = 0;
    std::uint32_t envc = 0;
    std::uint32_t cpu = 0xffffffff;
    std::uint64_t cpu_ns = kUnlimited;
    std::uint64_t wall_ns = kUnlimited;
    std::uint64_t output_bytes = kUnlimited;  // looked at while it runs, if below `file_bytes`
    std::uint64_t memory_bytes = kUnlimited;  // looked at while it runs, if `watch_memory`
    std::uint64_t file_bytes = kUnlimited;    // RLIMIT_FSIZE
    std::uint64_t stack_bytes = kUnlimited;   // RLIMIT_STACK
    std::uint64_t open_files = 1024;          // RLIMIT_NOFILE
    std::uint64_t processes = kUnlimited;     // too many: looked at while it runs, if `watch_processes`
    std::uint32_t watch_memory = 0;
    std::uint32_t count_instructions = 0;
    std::uint32_t joined = 0;           // 1: nobody but the program may hold its ends of the pipes
    std::uint32_t watch_processes = 0;  // 1 look; RLIMIT_NPROC too, for a uid that is 2 the run's alone, 3 shared
};

/// Why the box ended a run.
enum class StopReason : std::uint32_t { none, cpu, wall, output, memory, processes, asked };

/// What a wall limit gives way: the time that the first process stood in a queue for a processor, as far as it is
/// known, and less than the judge's own patience.
inline std::uint64_t granted_ns(std::uint64_t queue_ns) {
    constexpr std::uint64_t kMost = 10000000000ULL;
    if (queue_ns == kUnlimited) return 0;
    return queue_ns < kMost ? queue_ns : kMost;
}

/// box -> judge, one for each Run.
struct Result {
    Kind kind = Kind::result;
    Stage stage = Stage::none;  // other than none: the program never ran
    std::int32_t error = 0;
    std::int32_t wait_status = 0;
    StopReason stop = StopReason::none;
    std::uint32_t not_empty = 0;     // processes were left after the sweep
    std::uint32_t tasks = 0;         // processes and threads ever made by the run, 0 = unknown
    std::uint32_t had_children = 0;  // the first process waited for some, where `tasks` is unknown
    std::uint32_t reaped = 0;        // processes that ended as children of the box
    std::uint32_t tasks_seen = 0;    // most at once, as far as looked at
    std::uint64_t user_ns = 0;
    std::uint64_t system_ns = 0;
    std::uint64_t launch_ns = 0;     // of these, before exec
    std::uint64_t group_cpu_ns = 0;  // by the control group; 0 = none
    std::uint64_t vanished_ns = 0;   // seen in processes that ended and that nobody waited for, where there is no group
    std::uint64_t wall_ns = 0;
    std::uint64_t queue_ns = kUnlimited;  // kUnlimited = unknown
    std::uint64_t max_rss_bytes = 0;      // of the largest process
    std::uint64_t involuntary = 0;
    std::uint64_t instructions = kUnlimited;  // of all processes, in user mode; kUnlimited = not counted
};

/// judge -> box: end the run now.
struct Stop {
    Kind kind = Kind::stop;
};

/// judge -> box during a run: what is it doing?
struct Look {
    Kind kind = Kind::look;
};
struct Looked {
    Kind kind = Kind::looked;
    std::uint32_t running = 0;
    std::uint32_t waiting_for_input = 0;  // every task sleeps, and the first process in a read, poll or select
    std::uint64_t cpu_ns = 0;
};

}  // namespace judge::wire
