#pragma once

// What a run may use.

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "base/units.h"

namespace judge {

/// Absent means: not limited by the request (the runner still keeps the machine alive with bounds of its own).
struct Limits {
    std::optional<Nanos> cpu_time;            // user and system summed, of the whole process tree
    std::optional<Nanos> wall_time;           // from exec to the end of the tree, without up to 10 s of run-queue wait
    std::optional<Bytes> memory;              // resident peak of the tree
    std::optional<Bytes> stack;               // main thread's stack; absent = as much as memory allows
    std::optional<Bytes> output;              // standard output, and standard error, each
    std::optional<Bytes> file_size;           // any one file written in the scratch directory
    std::optional<std::uint32_t> processes;   // processes and threads at once
    std::optional<std::uint32_t> open_files;  // descriptors of one process

    bool operator==(const Limits&) const = default;
};

/// `over` wherever it says something, `base` elsewhere.
Limits merged(const Limits& base, const Limits& over);

/// Errors: usage - a limit is zero, negative or absurd (over a day, over 1 TB, over a million); the message names the
/// limit, its value and its unit.
Status check(const Limits& limits);

/// Which limit ended a run.
enum class LimitKind : std::uint8_t { cpu_time, wall_time, memory, output, file_size, processes };

}  // namespace judge
