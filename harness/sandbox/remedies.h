#pragma once

// The exact command that grants a box what this machine keeps from it, for Containment and `judge doctor`.

#include <string>
#include <string_view>

namespace judge {

/// For the sysctls below `sysctl_folder` (/proc/sys) that forbid user namespaces to ordinary users, all in one command.
/// Where none does, a container is what forbids.
/// Source: user_namespaces(7); Debian's kernel.unprivileged_userns_clone; Ubuntu's AppArmor restriction.
std::string remedy_for_namespaces(const std::string& sysctl_folder);

/// For a kernel that answered landlock_create_ruleset(2) with `error`. `active` is /sys/kernel/security/lsm, the
/// modules in use, or empty. Without arguments: for the kernel that this is.
std::string remedy_for_landlock(int error, std::string_view active);
std::string remedy_for_landlock();

/// What was found when no control groups could be made.
struct GroupGround {
    enum class Kind { none, v1, v2 } kind = Kind::none;
    std::string root;                // where they are mounted: /sys/fs/cgroup
    bool read_only = false;          // as in a container without extra rights
    bool lacks_controllers = false;  // v2 without memory or pids, at its very root
    bool has_systemd = false;
    bool is_superuser = false;
};
/// Source: systemd.resource-control(5) "Delegate="; kernel Documentation/admin-guide/cgroup-v2.rst "Delegation".
std::string remedy_for_groups(const GroupGround& ground);

}  // namespace judge
