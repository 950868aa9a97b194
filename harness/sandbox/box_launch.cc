#include "sandbox/box_launch.h"

#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>

#include "sandbox/box_filter.h"
#include "sandbox/box_landlock.h"

namespace judge::box {
namespace {

alignas(16) char child_stack[48 * 1024];

bool bound(int resource, std::uint64_t value) {
    rlimit wanted = {value, value};
    if (setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) == 0) return true;
    // Raising a hard limit takes a right that the box may lack: then as much as there is.
    rlimit present = {};
    getrlimit(static_cast<__rlimit_resource_t>(resource), &present);
    wanted.rlim_cur = wanted.rlim_max = value < present.rlim_max ? value : present.rlim_max;
    return setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) == 0;
}

// Other programs of a shared uid come and go: some room is left to them.
constexpr std::uint64_t kRoomForOthers = 256;

bool set_bounds(const Launch& l) {
    const wire::Run& run = *l.run;
    bool ok = bound(RLIMIT_CORE, 0) && bound(RLIMIT_STACK, run.stack_bytes) && bound(RLIMIT_NOFILE, run.open_files) &&
              bound(RLIMIT_FSIZE, run.file_bytes);
    if (run.cpu_ns != wire::kUnlimited) ok = ok && bound(RLIMIT_CPU, run.cpu_ns / 1000000000 + 2);
    // In a user namespace the box and the process that stands for it count as well.
    const std::uint64_t box = l.state->switch_user && !l.state->own_uid ? 0 : 2;
    if (run.watch_processes == 2) ok = ok && bound(RLIMIT_NPROC, run.processes + box);
    if (run.watch_processes == 3) ok = ok && bound(RLIMIT_NPROC, run.processes + l.user_tasks + kRoomForOthers);
    return ok;
}

// Raw calls: libc's wrappers would pass the change on to other threads, and there are none.
bool become_contestant(const State& s) {
    if (s.switch_user && !s.own_uid)
        return syscall(__NR_setresgid, s.gid, s.gid, s.gid) == 0 && syscall(__NR_setresuid, s.uid, s.uid, s.uid) == 0;
    __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct none[2] = {};
    return syscall(__NR_capset, &header, none) == 0;
}

bool signals_are_free(const State& s) {
    return !s.namespaces && !s.switch_user && !(s.rules >= 0 && s.landlock_abi >= 6);
}

wire::Stage prepare(Launch& l) {
    const State& s = *l.state;
    // A group of its own to signal; a session of its own as well where nothing else keeps it from joining the box's
    // group. The kernel sets a scheduling group up for every session.
    if (s.namespaces)
        setpgid(0, 0);
    else
        setsid();
    for (int fd = 0; fd < 3; ++fd) {
        if (dup2(l.fds[fd], fd) < 0) return wire::Stage::descriptors;
    }
    if (s.root >= 0 && (fchdir(s.root) != 0 || privileged(s, __NR_chroot, word(".")) != 0))
        return wire::Stage::enter_root;
    if (!set_bounds(l)) return wire::Stage::rlimits;
    if ((l.cwd[0] == '\0' ? fchdir(s.scratch) : chdir(l.cwd)) != 0) return wire::Stage::working_directory;
    if (!become_contestant(s)) return wire::Stage::identity;
    if (s.rules >= 0 && !enter_rules(s)) return wire::Stage::landlock;
    if (s.has_filter && signals_are_free(s) && !confine_signals()) return wire::Stage::seccomp;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    l.launch_cpu_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    l.started_ns = now_ns(CLOCK_MONOTONIC);
    execve(l.argv[0], l.argv, l.envp);
    return wire::Stage::exec;
}

int child(void* argument) {
    Launch& l = *static_cast<Launch*>(argument);
    const wire::Stage stage = prepare(l);
    l.failure = fail(stage);
    _exit(127);
}

}  // namespace

std::uint64_t now_ns(int clock) {
    timespec t = {};
    clock_gettime(clock, &t);
    return static_cast<std::uint64_t>(t.tv_sec) * 1000000000ULL + static_cast<std::uint64_t>(t.tv_nsec);
}

pid_t start(Launch& l) {
    return clone(child, child_stack + sizeof(child_stack), CLONE_VM | CLONE_VFORK | SIGCHLD, &l);
}

}  // namespace judge::box
