#include "sandbox/containment.h"

#include <fmt/format.h>

namespace judge {
namespace {

using Mechanism = Containment::Mechanism;

Mechanism held(const char* id, std::string how) {
    return {id, true, std::move(how), ""};
}
Mechanism open(const char* id, std::string why, std::string remedy) {
    return {id, false, std::move(why), std::move(remedy)};
}

Mechanism processes(const BoxFacts& f) {
    if (f.ready.namespaces && f.ready.fresh_proc)
        return held("pid-namespace", "others are invisible; nothing outlives a run");
    if (f.ready.namespaces)
        return held("pid-namespace", "nothing outlives a run; /proc shows others, for a fresh one was refused");
    return open("pid-namespace", f.why_no_namespaces + "; descendants are found and killed one by one",
                f.namespaces_remedy);
}

Mechanism network(const BoxFacts& f) {
    if (f.ready.namespaces) return held("network", "own empty network namespace");
    if (f.ready.seccomp) return held("network", "sockets are refused by the system call filter");
    return open("network", f.why_no_namespaces, f.namespaces_remedy);
}

Mechanism files(const BoxFacts& f) {
    if (f.ready.namespaces) return held("files", "private root of read-only mounts");
    if (f.ready.landlock_used) return held("files", "Landlock, ABI " + std::to_string(f.ready.landlock_abi));
    return open("files",
                f.ready.uid_switched ? "only by the unprivileged user's rights" : "every file of this user can be read",
                f.namespaces_remedy);
}

Mechanism landlock(const BoxFacts& f) {
    if (f.ready.landlock_used) return held("landlock", "ABI " + std::to_string(f.ready.landlock_abi));
    if (f.ready.namespaces) return open("landlock", "not needed beside the private root", "");
    return open("landlock", f.ready.landlock_abi > 0 ? "not used" : "the kernel has none", f.landlock_remedy);
}

Mechanism user(const BoxFacts& f) {
    if (f.ready.uid_switched && !f.keeps_user_below.empty())
        return open("user",
                    fmt::format("programs run as this user, without capabilities: the file system of '{}' cannot show "
                                "them another owner",
                                f.keeps_user_below),
                    "XDG_CACHE_HOME=/var/cache judge ... (any folder on ext4, xfs or btrfs)");
    if (f.ready.uid_switched) return held("user", "own unprivileged user");
    return open("user", "programs run as this user, without capabilities", "");
}

}  // namespace

Containment containment_of(const BoxFacts& f) {
    Containment c;
    c.mechanisms.push_back(processes(f));
    c.mechanisms.push_back(network(f));
    c.mechanisms.push_back(files(f));
    c.mechanisms.push_back(landlock(f));
    c.mechanisms.push_back(f.ready.seccomp ? held("system-calls", "seccomp filter")
                                           : open("system-calls", "the kernel refused a filter",
                                                  "docker run --security-opt seccomp=unconfined ..."));
    c.mechanisms.push_back(user(f));
    const std::string version = f.group_v2 ? "cgroup v2" : "cgroup v1";
    c.mechanisms.push_back(
        f.memory_group ? held("memory-cgroup", version)
                       : open("memory-cgroup", f.why_no_groups + "; the largest process is measured", f.groups_remedy));
    c.mechanisms.push_back(
        f.process_group
            ? held("processes-cgroup", version)
            : open("processes-cgroup", f.why_no_groups + "; processes are counted every 5 ms", f.groups_remedy));
    const auto is_held = [&](std::size_t i) { return c.mechanisms[i].active; };
    c.contained = is_held(0) && is_held(1) && is_held(2);
    return c;
}

}  // namespace judge
