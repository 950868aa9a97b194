#include "sandbox/run_facts.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>

#include "base/files.h"

namespace judge {
namespace {

constexpr std::uint64_t kOwnWallNs = 3600ULL * 1000000000ULL;
constexpr Bytes kOwnOutput = gib(1);
constexpr std::uint32_t kOwnProcesses = 2048;
constexpr std::uint32_t kOwnOpenFiles = 1024;
constexpr std::uint64_t kStackReserve = 16 << 20;

std::uint64_t count_of(const std::optional<Nanos>& time, std::uint64_t otherwise) {
    return time ? static_cast<std::uint64_t>(time->count()) : otherwise;
}

bool lies_in(std::string_view path, std::string_view folder) {
    return path == folder || (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

bool is_system(std::string_view path) {
    for (const char* folder :
         {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/proc", "/dev/null"}) {
        if (lies_in(path, folder)) return true;
    }
    return false;
}

bool is_covered(const std::string& path, const std::vector<std::string>& entries) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const std::string& e) { return lies_in(path, e.substr(1)); });
}

std::string without_last_slash(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return path;
}

Status refuse_path(const std::string& path) {
    if (path.empty() || path.front() != '/')
        return Error{ErrorCode::usage, "cannot show the box '" + path + "': the path is not absolute", ""};
    if (path == "/" || path == "/tmp" || path == "/dev" || path == "/dev/shm")
        return Error{ErrorCode::usage, "cannot show the box '" + path + "': it would hide the box's own",
                     "name a folder below it"};
    return Done{};
}

// CPU time that the control group saw, or looks at the tree, and wait4 did not: children of a program that ignores
// SIGCHLD.
std::uint64_t unseen_cpu_ns(const wire::Result& box) {
    if (box.vanished_ns > 0) return box.vanished_ns;
    const std::uint64_t seen = box.user_ns + box.system_ns, group = box.group_cpu_ns;
    const std::uint64_t own = 20'000'000 + seen / 50;  // of the box, and the difference of two clocks
    return group > seen + own ? group - seen : 0;
}

}  // namespace

std::uint32_t process_limit(const Limits& limits) {
    return limits.processes.value_or(kOwnProcesses);
}

wire::Run bounds_of(const Limits& limits, const Meters& meters) {
    wire::Run run;
    run.cpu_ns = count_of(limits.cpu_time, wire::kUnlimited);
    run.wall_ns = count_of(limits.wall_time, kOwnWallNs);
    const Bytes output = limits.output.value_or(kOwnOutput);
    run.output_bytes = output.count + 1;
    run.file_bytes = std::max(output, limits.file_size.value_or(output)).count + 1;
    if (limits.stack)
        run.stack_bytes = limits.stack->count;
    else if (limits.memory)
        run.stack_bytes = limits.memory->count + kStackReserve;
    run.open_files = limits.open_files.value_or(kOwnOpenFiles);
    if (limits.memory && !meters.memory_group) {
        run.watch_memory = 1;
        run.memory_bytes = limits.memory->count;
    }
    if (!meters.process_group) {
        run.watch_processes = meters.uid_is_private ? 2 : 3;
        run.processes = static_cast<std::uint64_t>(process_limit(limits)) + 1;
    }
    return run;
}

Result<std::vector<std::string>> paths_of(const RunRequest& request) {
    std::vector<std::string> wanted;
    for (const std::string& path : request.writable) wanted.push_back("w" + without_last_slash(path));
    for (const std::string& path : request.readable) wanted.push_back("r" + without_last_slash(path));
    if (!request.argv.empty()) wanted.push_back("x" + request.argv.front());
    if (!request.cwd.empty()) wanted.push_back("r" + without_last_slash(request.cwd));
    for (const std::string& entry : wanted) JUDGE_TRY(refuse_path(entry.substr(1)));
    // Parents before what lies in them, and what may be written before the same folder as read only.
    std::stable_sort(wanted.begin(), wanted.end(),
                     [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
    std::vector<std::string> entries;
    for (const std::string& entry : wanted) {
        const std::string path = entry.substr(1);
        if (is_system(path) && entry.front() != 'w') continue;
        if (entry.front() == 'w' ? std::find(entries.begin(), entries.end(), entry) == entries.end()
                                 : !is_covered(path, entries))
            entries.push_back(entry);
    }
    return entries;
}

Ending ending_of(const RunFacts& facts, const Limits& limits, const Meters& meters) {
    const wire::Result& box = facts.box;
    const bool exited = WIFEXITED(box.wait_status);
    const int signal = WIFSIGNALED(box.wait_status) ? WTERMSIG(box.wait_status) : 0;
    const bool clean = exited && WEXITSTATUS(box.wait_status) == 0;
    const bool killed_for_memory = facts.groups.out_of_memory_kills > 0;
    const bool over_peak = limits.memory && !meters.memory_group && box.max_rss_bytes > limits.memory->count;
    const bool refused = facts.groups.process_refusals > 0 && !clean;

    if (refused && facts.refused_before_memory) return Stopped{LimitKind::processes};
    if (killed_for_memory || over_peak || box.stop == wire::StopReason::memory) return Stopped{LimitKind::memory};
    if (refused || box.stop == wire::StopReason::processes) return Stopped{LimitKind::processes};
    const Bytes output = limits.output.value_or(kOwnOutput);
    if (facts.out > output || facts.err > output || box.stop == wire::StopReason::output)
        return Stopped{LimitKind::output};
    if (signal == SIGXFSZ) return Stopped{LimitKind::file_size};
    const Nanos cpu = usage_of(facts, limits, meters).cpu();
    if (box.stop == wire::StopReason::cpu || (limits.cpu_time && cpu > *limits.cpu_time))
        return Stopped{LimitKind::cpu_time};
    const std::uint64_t own_wall = box.wall_ns - std::min(box.wall_ns, wire::granted_ns(box.queue_ns));
    if (box.stop == wire::StopReason::wall ||
        (limits.wall_time && own_wall > static_cast<std::uint64_t>(limits.wall_time->count())))
        return Stopped{LimitKind::wall_time};
    if (exited) return Exited{WEXITSTATUS(box.wait_status)};
    return Signalled{signal};
}

bool was_one_process(const wire::Result& box) {
    return box.tasks == 1 || (box.tasks == 0 && box.reaped <= 1 && box.had_children == 0);
}

Usage usage_of(const RunFacts& facts, const Limits& limits, const Meters& meters) {
    const wire::Result& box = facts.box;
    Usage usage;
    // Exec's preparation is system time, as far as the tick put it there.
    const std::uint64_t from_system = std::min(box.launch_ns, box.system_ns);
    const std::uint64_t unseen = unseen_cpu_ns(box);
    usage.cpu_system = Nanos(static_cast<std::int64_t>(box.system_ns - from_system + unseen));
    usage.cpu_user = Nanos(static_cast<std::int64_t>(box.user_ns - std::min(box.launch_ns - from_system, box.user_ns)));
    usage.wall = Nanos(static_cast<std::int64_t>(box.wall_ns));
    const bool one_task = box.tasks == 1;
    if (one_task && box.queue_ns != wire::kUnlimited)
        // Counted from the clone on: what it waited before exec is not the program's, and it cannot have waited while
        // it ran.
        usage.run_queue_wait = std::clamp(Nanos(static_cast<std::int64_t>(box.queue_ns)), Nanos{},
                                          std::max(Nanos{}, usage.wall - usage.cpu()));
    usage.involuntary_switches = box.involuntary;
    if (box.instructions != wire::kUnlimited) {
        usage.instructions = box.instructions;
        usage.meter.instructions = "hardware counter";
    }
    usage.written = facts.out + facts.err;
    if (one_task)
        usage.peak_processes = 1;
    else if (box.tasks_seen > 0)
        usage.peak_processes = box.tasks_seen;
    usage.meter.cpu = "rusage of the tree";
    if (unseen > 0) usage.meter.cpu = box.vanished_ns > 0 ? "rusage of the tree, looks at the rest" : "control group";

    const bool one_process = was_one_process(box);
    usage.peak_memory = Bytes{box.max_rss_bytes};
    const char* const group_meter = meters.group_v2 ? "cgroup v2 memory.peak" : "cgroup v1 memory.max_usage_in_bytes";
    if (!one_process && facts.groups.peak) {
        usage.peak_memory = std::max(usage.peak_memory, *facts.groups.peak);
        usage.meter.memory = group_meter;
        usage.meter.memory_of_tree = true;
        usage.meter.memory_upper_bound = facts.groups.has_file_cache;
    } else if (one_process && facts.groups.beyond) {
        usage.peak_memory = std::max(usage.peak_memory, *facts.groups.beyond);
        usage.meter.memory = group_meter;
        usage.meter.memory_of_tree = true;
    } else {
        usage.meter.memory = "largest process (high-water mark)";
        usage.meter.memory_of_tree = one_process;
    }
    // A program that was killed at the limit has reached it, whatever the last reading was.
    if (facts.groups.out_of_memory_kills > 0 && limits.memory)
        usage.peak_memory = std::max(usage.peak_memory, *limits.memory);
    return usage;
}

}  // namespace judge
