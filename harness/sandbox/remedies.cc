#include "sandbox/remedies.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>

#include "base/files.h"

namespace judge {
namespace {

constexpr const char* kOpenContainer =
    "docker run --cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined ...";

struct Switch {
    const char *file, *name;
    char forbids;
    const char* allows;
};
constexpr Switch kSwitches[] = {
    {"user/max_user_namespaces", "user.max_user_namespaces", '0', "15000"},
    {"kernel/unprivileged_userns_clone", "kernel.unprivileged_userns_clone", '0', "1"},
    {"kernel/apparmor_restrict_unprivileged_userns", "kernel.apparmor_restrict_unprivileged_userns", '1', "0"},
};

}  // namespace

std::string remedy_for_namespaces(const std::string& sysctl_folder) {
    std::string settings;
    for (const Switch& each : kSwitches) {
        const Result<std::string> value = read_file(join_path(sysctl_folder, each.file));
        if (value && *value == std::string(1, each.forbids) + "\n")
            settings += std::string(" ") + each.name + "=" + each.allows;
    }
    return settings.empty() ? kOpenContainer : "sudo sysctl -w" + settings;
}

std::string remedy_for_landlock(int error, std::string_view active) {
    if (error == ENOSYS) return "boot Linux 5.13 or newer, built with CONFIG_SECURITY_LANDLOCK";
    if (error != EOPNOTSUPP) return kOpenContainer;
    std::string others;
    std::istringstream modules{std::string(active)};
    for (std::string each; std::getline(modules, each, ',');) {
        if (each.ends_with('\n')) each.pop_back();
        // The kernel adds this one by itself.
        if (!each.empty() && each != "capability") others += "," + each;
    }
    return "boot with lsm=landlock" + others +
           " (add it to GRUB_CMDLINE_LINUX in /etc/default/grub, then: sudo update-grub)";
}

std::string remedy_for_landlock() {
    constexpr unsigned kAskVersion = 1;  // LANDLOCK_CREATE_RULESET_VERSION
    if (::syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion) > 0) return "";
    const int error = errno;
    const Result<std::string> active = read_file("/sys/kernel/security/lsm");
    return remedy_for_landlock(error, active ? *active : "");
}

std::string remedy_for_groups(const GroupGround& ground) {
    const std::string sudo = ground.is_superuser ? "" : "sudo ";
    if (ground.kind == GroupGround::Kind::none) return sudo + "mount -t cgroup2 none /sys/fs/cgroup";
    if (ground.read_only) return "docker run --cgroupns=private --privileged ...";
    if (ground.lacks_controllers) return "boot with cgroup_enable=memory systemd.unified_cgroup_hierarchy=1";
    if (ground.is_superuser) return "";
    if (ground.kind == GroupGround::Kind::v2)
        return ground.has_systemd ? "systemd-run --user --scope -p Delegate=yes judge ..." : "run judge as root";
    // Groups of v1 may be handed to a user one by one; the shell steps in, and judge with it.
    return "for c in memory pids cpuacct; do sudo mkdir -p " + ground.root + "/$c/judge; sudo chown $USER " +
           ground.root + "/$c/judge; echo $$ | sudo tee " + ground.root + "/$c/judge/cgroup.procs; done";
}

}  // namespace judge
