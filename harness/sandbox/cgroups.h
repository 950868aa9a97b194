#pragma once

// The control groups of one box: memory and number of processes bounded, peaks and refusals counted. The box lives in
// its groups from its start, so that a run only resets and reads counters (attaching a process costs 0.4 to 0.7 ms).
// Source: kernel Documentation/admin-guide/cgroup-v2.rst, cgroup-v1/memory.rst, cgroup-v1/pids.rst.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/units.h"

namespace judge {

/// Where groups may be made on this machine; an empty folder: not.
struct CgroupPlaces {
    bool v2 = false;
    std::string memory;   // folder to make ours in
    std::string pids;     // likewise
    std::string cpu;      // cpuacct, or the one v2 folder
    std::string why_not;  // of what is missing, and in which words
    std::string remedy;   // the command that grants what is missing; empty where none is known
};

/// Reads /proc/self/cgroup and mountinfo; on v2 turns controllers on where that is allowed. Leaves nothing behind.
CgroupPlaces find_cgroup_places();

/// What the groups counted in one run.
struct CgroupReading {
    std::uint64_t out_of_memory_kills = 0;
    std::uint64_t process_refusals = 0;
    std::optional<Bytes>
        peak;  // of the tree, without what the box itself held before; absent: the counter could not be reset
    bool has_file_cache = false;  // some of it is page cache
    std::optional<Bytes> beyond;  // of one process that held much beside its own pages (memory files, pipes): with that
};

/// The folders that a group `name` has in `places`.
std::vector<std::string> group_folders(const CgroupPlaces& places, const std::string& name);

/// Removes the group `folder`, and first ends whoever is still in it: contestants of a box that was killed, where no
/// PID namespace ends them. Tries for up to a second. False if it is still there.
bool remove_group(const std::string& folder);

/// The groups of one box, removed by `remove` or on destruction. Move only.
class BoxCgroup {
  public:
    /// Makes the groups `name` in `places`, as far as there are any. Errors: io.
    static Result<BoxCgroup> make(const CgroupPlaces& places, const std::string& name);

    BoxCgroup() = default;
    BoxCgroup(BoxCgroup&&) = default;
    BoxCgroup& operator=(BoxCgroup&&) = default;
    ~BoxCgroup() { remove(); }

    bool bounds_memory() const { return static_cast<bool>(limit_); }
    bool bounds_processes() const { return static_cast<bool>(pids_limit_); }
    bool is_v2() const { return v2_; }
    /// False if the memory peak of earlier runs cannot be forgotten (cgroup v2 before Linux 6.12); known after `begin`.
    bool peak_resets() const { return peak_resets_; }
    /// True if the peak of an earlier run stands in the way of the next one's, and cannot be forgotten: only new groups
    /// help.
    bool peak_is_stale() const;
    const std::vector<std::string>& folders() const { return folders_; }

    /// Moves a process in. Errors: io.
    Status attach(int pid);
    /// A descriptor of cpuacct.usage (v1) or cpu.stat (v2), -1 if none.
    int cpu_counter() const { return cpu_.get(); }
    /// Becomes readable (POLLPRI) when a process was refused; -1 if none.
    int refusal_event() const { return pids_events_.get(); }

    /// Sets the limits of the coming run and resets the counters. Absent = none. Errors: io.
    Status begin(std::optional<Bytes> memory, std::optional<std::uint32_t> processes);
    /// What was counted since `begin`, once: no process of the run is left. `own` is the peak of the one process that
    /// there was, as the kernel counts its pages; then only what goes far beyond that is told.
    enum class Peak { unwanted, of_one, of_tree };
    CgroupReading end(Peak peak, Bytes own = {});
    /// Kills of the kernel for want of memory between `begin` and `end`.
    std::uint64_t out_of_memory_kills() const;

    /// Removes the groups, as `remove_group`.
    void remove();

  private:
    Status make_memory(const std::string& folder);
    Status make_pids(const std::string& folder);
    Status set_memory(std::optional<Bytes> memory);
    std::uint64_t kills() const;
    std::uint64_t refusals() const;

    bool v2_ = false;
    std::vector<std::string> folders_;
    Fd limit_, swap_limit_, peak_, events_, stat_, usage_, pids_limit_, pids_events_, cpu_;
    std::uint64_t overhead_ = 0;  // of the box itself, with reserve
    std::optional<std::optional<Bytes>> memory_set_;
    std::optional<std::optional<std::uint32_t>> processes_set_;
    std::uint64_t kills_before_ = 0, refusals_before_ = 0, peak_before_ = 0;
    bool peak_resets_ = true;
    bool counters_known_ = false;  // they stand as `end` read them: no run has begun since
};

}  // namespace judge
