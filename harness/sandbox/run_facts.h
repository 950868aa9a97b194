#pragma once

// Pure functions between a request, what the box and the control groups counted, and the facts that the judge is told.

#include <string>
#include <vector>

#include "model/run.h"
#include "sandbox/box_wire.h"
#include "sandbox/cgroups.h"

namespace judge {

/// What holds which limit in this box.
struct Meters {
    bool memory_group = false;
    bool process_group = false;
    bool group_v2 = false;
    bool uid_is_private = false;  // RLIMIT_NPROC counts the run's processes only
};

/// The limits as the box enforces them. Absent limits get the runner's own bounds: an hour, 1 GiB of output, 2,048
/// processes, 1,024 descriptors. RLIMIT_FSIZE is one for standard output, standard error and files: the larger of the
/// output and the file limit, plus one byte, so that exactly the limit may be written; the smaller one is looked at
/// every 5 ms. The stack may take the memory limit and 16 MB, so that endless recursion ends as memory; without a
/// memory limit it is unlimited.
wire::Run bounds_of(const Limits& limits, const Meters& meters);

/// The process limit for the control group and the box.
std::uint32_t process_limit(const Limits& limits);

/// The wire::Paths entries of a request: its folders, argv[0] and the working directory as far as they are not covered
/// by the system's folders or each other; parents first. Errors: usage - a relative path, "/" or "/tmp".
Result<std::vector<std::string>> paths_of(const RunRequest& request);

/// Everything counted of one run.
struct RunFacts {
    wire::Result box;
    CgroupReading groups;
    bool refused_before_memory = false;  // the first process was refused before the first kill for memory
    Bytes out{}, err{};
};

/// How the run ended, by what stopped it or what it is over. Memory comes before processes, output, time and signals,
/// whatever killed the program in the end; with a memory group only the kernel's out-of-memory kill counts, without one
/// the peak.
Ending ending_of(const RunFacts& facts, const Limits& limits, const Meters& meters);

/// True if the run had but one process, as far as can be told.
bool was_one_process(const wire::Result& box);

Usage usage_of(const RunFacts& facts, const Limits& limits, const Meters& meters);

}  // namespace judge
