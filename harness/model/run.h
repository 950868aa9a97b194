#pragma once

// One run of one untrusted program: what is asked of a Runner, and the facts that come back. No verdicts here.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/units.h"
#include "model/limits.h"

namespace judge {

/// What to run. Paths are absolute and mean the same inside the box as outside. Descriptors are borrowed: they stay the
/// caller's, open until the run is over.
struct RunRequest {
    std::vector<std::string> argv;  // argv[0] is the program's absolute path; never empty
    std::vector<std::string> env;   // "NAME=value"; nothing else is inherited
    std::string cwd;                // working directory; empty = a fresh scratch directory, removed after the run
    int stdin_fd = -1;              // -1 = empty
    int stdout_fd = -1;             // -1 = thrown away, still counted and limited
    int stderr_fd = -1;             // -1 = only the head is kept
    std::vector<std::string>
        readable;  // files and folders that may be read and executed besides the system's libraries and runtimes
    std::vector<std::string> writable;  // folders that may be written besides the scratch directory
    Limits limits;
    std::uint32_t cpu = kAnyCpu;      // processor to be bound to
    bool count_instructions = false;  // where the machine has a counter for it; it costs next to nothing

    static constexpr std::uint32_t kAnyCpu = 0xffffffff;
};

struct Exited {
    int code = 0;
    bool operator==(const Exited&) const = default;
};
struct Signalled {
    int signal = 0;
    bool operator==(const Signalled&) const = default;
};
/// Ended because of a limit: killed at it, or found over it afterwards.
struct Stopped {
    LimitKind limit = LimitKind::cpu_time;
    bool operator==(const Stopped&) const = default;
};
using Ending = std::variant<Exited, Signalled, Stopped>;

/// How a figure came about.
struct Meter {
    std::string cpu;                  // "rusage of the tree", "cgroup v2 cpu.stat", ...
    std::string memory;               // "cgroup v2 memory.peak", "largest process (VmHWM)", ...
    bool memory_of_tree = false;      // false: only the largest process was counted
    bool memory_upper_bound = false;  // true: includes page cache that was charged to the run
    std::string instructions;         // "hardware counter", "valgrind"; empty: not counted

    bool operator==(const Meter&) const = default;
};

/// What a run used.
struct Usage {
    Nanos cpu_user{};
    Nanos cpu_system{};  // the split is sampled by the timer tick: judge only by the sum
    Nanos wall{};
    std::optional<Nanos>
        run_queue_wait;  // runnable but waiting for a processor; only for single-threaded, single-process runs
    Bytes peak_memory{};
    Bytes written{};  // standard output and standard error
    std::optional<std::uint32_t> peak_processes;
    std::optional<std::uint64_t> involuntary_switches;
    std::optional<Nanos> stolen;  // of its processor, by the hypervisor; only for runs of 20 ms and more
    std::optional<std::uint64_t> khz_before, khz_after;  // the clock of its processor, likewise
    std::optional<std::uint64_t> instructions;           // of the program itself, without the kernel's
    Meter meter;

    Nanos cpu() const { return cpu_user + cpu_system; }
    bool operator==(const Usage&) const = default;
};

struct RunOutcome {
    Ending ending;
    Usage usage;
    int finish_rank = 0;          // in a pair: 0 ended first, or without knowing of the other's end
    std::string stderr_head;      // first 4 KB of standard error when stderr_fd was -1; any bytes
    bool memory_refused = false;  // the kernel refused or killed for memory during the run
};

/// What kept the program in, and what did not. One entry a mechanism, in a fixed order.
struct Containment {
    struct Mechanism {
        std::string id;  // "pid-namespace", "network", "files", "memory-cgroup", ...
        bool active = false;
        std::string detail;  // how, or why not
        std::string remedy;  // exact command that would grant it; empty when active
        bool operator==(const Mechanism&) const = default;
    };
    bool contained = false;  // network, files, processes and survival are all held by a mechanism
    std::vector<Mechanism> mechanisms;

    bool operator==(const Containment&) const = default;
};

}  // namespace judge
