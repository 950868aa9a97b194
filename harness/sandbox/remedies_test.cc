#include "sandbox/remedies.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "base/files.h"

namespace judge {
namespace {

constexpr const char* kContainer =
    "docker run --cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined ...";

TEST(Remedies, NameOnlyTheSwitchesThatForbidNamespaces) {
    const TempDir folder = TempDir::make("remedies-").value();
    EXPECT_EQ(remedy_for_namespaces(folder.path()), kContainer);
    ASSERT_TRUE(write_file_atomically(folder / "user/max_user_namespaces", "63000\n"));
    ASSERT_TRUE(write_file_atomically(folder / "kernel/unprivileged_userns_clone", "0\n"));
    EXPECT_EQ(remedy_for_namespaces(folder.path()), "sudo sysctl -w kernel.unprivileged_userns_clone=1");
    ASSERT_TRUE(write_file_atomically(folder / "user/max_user_namespaces", "0\n"));
    ASSERT_TRUE(write_file_atomically(folder / "kernel/apparmor_restrict_unprivileged_userns", "1\n"));
    EXPECT_EQ(remedy_for_namespaces(folder.path()),
              "sudo sysctl -w user.max_user_namespaces=15000 kernel.unprivileged_userns_clone=1 "
              "kernel.apparmor_restrict_unprivileged_userns=0");
}

TEST(Remedies, PutLandlockBeforeTheModulesInUse) {
    const std::string grub = " (add it to GRUB_CMDLINE_LINUX in /etc/default/grub, then: sudo update-grub)";
    EXPECT_EQ(remedy_for_landlock(EOPNOTSUPP, "lockdown,capability,yama,apparmor\n"),
              "boot with lsm=landlock,lockdown,yama,apparmor" + grub);
    EXPECT_EQ(remedy_for_landlock(EOPNOTSUPP, "capability"), "boot with lsm=landlock" + grub);
    EXPECT_EQ(remedy_for_landlock(EOPNOTSUPP, ""), "boot with lsm=landlock" + grub);
    EXPECT_EQ(remedy_for_landlock(ENOSYS, "capability"),
              "boot Linux 5.13 or newer, built with CONFIG_SECURITY_LANDLOCK");
    EXPECT_EQ(remedy_for_landlock(EPERM, "capability"), kContainer);
}

TEST(Remedies, GrantGroupsByTheMeansOfTheMachine) {
    GroupGround ground;
    EXPECT_EQ(remedy_for_groups(ground), "sudo mount -t cgroup2 none /sys/fs/cgroup");
    ground.is_superuser = true;
    EXPECT_EQ(remedy_for_groups(ground), "mount -t cgroup2 none /sys/fs/cgroup");
    ground = {GroupGround::Kind::v2, "/sys/fs/cgroup", false, false, true, false};
    EXPECT_EQ(remedy_for_groups(ground), "systemd-run --user --scope -p Delegate=yes judge ...");
    ground.has_systemd = false;
    EXPECT_EQ(remedy_for_groups(ground), "run judge as root");
    ground.lacks_controllers = true;
    EXPECT_EQ(remedy_for_groups(ground), "boot with cgroup_enable=memory systemd.unified_cgroup_hierarchy=1");
    ground.read_only = true;
    EXPECT_EQ(remedy_for_groups(ground), "docker run --cgroupns=private --privileged ...");
    ground = {GroupGround::Kind::v1, "/sys/fs/cgroup", false, false, true, false};
    EXPECT_EQ(remedy_for_groups(ground),
              "for c in memory pids cpuacct; do sudo mkdir -p /sys/fs/cgroup/$c/judge; sudo chown $USER "
              "/sys/fs/cgroup/$c/judge; echo $$ | sudo tee /sys/fs/cgroup/$c/judge/cgroup.procs; done");
}

}  // namespace
}  // namespace judge
