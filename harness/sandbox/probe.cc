#include "sandbox/probe.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sandbox/resident_box.h"

namespace judge {
namespace {

struct Cost {
    std::string_view id, without;
};

constexpr Cost kCosts[] = {
    {"pid-namespace",
     "programs see other processes; leftovers are hunted one by one, and peak processes and waiting time are unknown"},
    {"network", "programs reach the network"},
    {"files", "programs read what this user can read: answers, other cases, the project"},
    {"landlock", "where namespaces are refused, files are held by nothing but the user's rights"},
    {"system-calls", "programs may use System V objects, keyrings, ptrace and sockets"},
    {"user", "programs run as this user; only mounts and rules stand between them and its files"},
    {"memory-cgroup",
     "memory is that of the largest process and is looked at every 5 ms, so a quick allocation may pass the limit "
     "before it is seen; what is kept in memory files does not count"},
    {"processes-cgroup",
     "processes are counted every 5 ms; a fork that is refused between two looks is not noticed, nor the time of short "
     "children that nobody waits for"},
};

std::string_view cost_of(std::string_view id) {
    for (const Cost& cost : kCosts) {
        if (cost.id == id) return cost.without;
    }
    return "";
}

bool holds_files(const Containment& containment) {
    for (const Containment::Mechanism& m : containment.mechanisms) {
        if (m.id == "files") return m.active;
    }
    return false;
}

Capability capability_of(const Containment::Mechanism& m, const BoxFacts& facts, bool files_held) {
    Capability c{m.id, m.active, true, m.detail, std::string(cost_of(m.id)), m.remedy};
    if (m.active) return c;
    // A user of its own is one more wall around files that are held already.
    if (m.id == "user") c.needed = !files_held;
    if (m.id == "landlock" && facts.ready.namespaces != 0) {
        c.available = facts.ready.landlock_abi > 0;
        c.needed = false;
        c.detail = c.available ? "ABI " + std::to_string(facts.ready.landlock_abi) +
                                     ", would take the place of the private root where namespaces are refused"
                               : "the kernel has none; the private root holds the files";
    }
    return c;
}

// Only cgroup v1, and v2 from Linux 6.12 on, forget the peak of the run before.
Capability peak_reset(const BoxFacts& facts, bool resets) {
    Capability c{"peak-reset", facts.memory_group && resets, true, "", "", ""};
    c.without =
        "the peak of a process tree is known only for the hungriest run so far; others report their largest process";
    c.detail = !facts.memory_group ? "no memory control group"
               : resets            ? "the peak counter can be reset"
                                   : "memory.peak cannot be reset";
    if (facts.memory_group && !resets) c.remedy = "boot Linux 6.12 or newer";
    return c;
}

Capability instruction_counter() {
    perf_event_attr attr = {};
    attr.type = PERF_TYPE_HARDWARE;
    attr.size = sizeof(attr);
    attr.config = PERF_COUNT_HW_INSTRUCTIONS;
    attr.exclude_kernel = 1;
    const long fd = ::syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
    const int error = errno;
    Capability c{"instruction-counter",          fd >= 0, true, "hardware instruction counter",
                 "instructions are not counted", ""};
    if (fd >= 0)
        ::close(static_cast<int>(fd));
    else {
        c.detail = std::string("perf_event_open: ") + std::strerror(error);
        if (error == EACCES || error == EPERM) c.remedy = "sudo sysctl -w kernel.perf_event_paranoid=2";
    }
    return c;
}

}  // namespace

Result<std::vector<Capability>> probe_machine(const BoxOptions& options) {
    CgroupPlaces places;
    if (!options.force_off.contains("cgroups")) places = find_cgroup_places();
    JUDGE_ASSIGN(box, ResidentBox::start(options, places));
    JUDGE_TRY(box->await());
    std::vector<Capability> all;
    const Containment containment = containment_of(box->facts());
    for (const Containment::Mechanism& m : containment.mechanisms)
        all.push_back(capability_of(m, box->facts(), holds_files(containment)));
    all.push_back(peak_reset(box->facts(), box->peak_resets()));
    all.push_back(instruction_counter());
    return all;
}

}  // namespace judge
