// judge-box: the resident box. Started by the judge with a socket as descriptor 3; builds itself from the Setup
// message, answers Ready, then serves Paths and Run until the judge's end of the socket is closed.

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "sandbox/box_filter.h"
#include "sandbox/box_landlock.h"
#include "sandbox/box_root.h"
#include "sandbox/box_run.h"
#include "sandbox/box_watch.h"

namespace judge::box {
namespace {

// Two packets: the folders have to be kept while runs come in.
alignas(16) char packet[wire::kMaxPacket];
char path_text[wire::kMaxPacket];
char* pointers[16384];

struct Received {
    ssize_t size = 0;
    int fds[3] = {-1, -1, -1};
    int fd_count = 0;
};

Received receive(int socket) {
    Received got;
    iovec part = {packet, sizeof(packet) - 1};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * 3)];
    msghdr message = {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
    do {
        got.size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (got.size < 0 && errno == EINTR);
    if (got.size < 0) got.size = 0;
    packet[got.size] = '\0';
    for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
        got.fd_count = static_cast<int>((c->cmsg_len - CMSG_LEN(0)) / sizeof(int));
        memcpy(got.fds, CMSG_DATA(c), sizeof(int) * static_cast<std::size_t>(got.fd_count));
    }
    return got;
}

template <typename T>
void answer(int socket, const T& message) {
    send(socket, &message, sizeof(message), MSG_NOSIGNAL);
}

void on_child(int) {}

// What the judge's own parents may have left: descriptors, ignored signals, a mask, a terminal, a narrow umask.
void forget_inheritance() {
    syscall(__NR_close_range, wire::kSocketFd + 1, ~0U, 0);
    for (int signal = 1; signal < 65; ++signal) {
        if (signal != SIGKILL && signal != SIGSTOP) ::signal(signal, SIG_DFL);
    }
    struct sigaction action = {};
    action.sa_handler = on_child;
    action.sa_flags = SA_NOCLDSTOP;
    sigaction(SIGCHLD, &action, nullptr);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_SETMASK, &child, nullptr);
    setsid();
    umask(022);
    // In a shortage of the whole machine a contestant goes first.
    write_text(AT_FDCWD, "/proc/self/oom_score_adj", "500", 3);
}

// The uid of contestants: derived from the box's pid, so that no two boxes share one. Only ids that this user namespace
// knows will do.
void choose_user(State& s, const wire::Setup& setup) {
    s.uid = geteuid();
    s.gid = getegid();
    if (setup.switch_user == 0 || geteuid() != 0) return;
    const std::uint32_t first = 1800000000U + static_cast<std::uint32_t>(getpid());
    const std::uint32_t candidates[] = {first, 20000U + static_cast<std::uint32_t>(getpid()) % 40000U};
    for (const std::uint32_t id : candidates) {
        if (syscall(__NR_setresgid, id, id, 0) != 0 || syscall(__NR_setresgid, 0, 0, 0) != 0) continue;
        if (syscall(__NR_setresuid, -1, id, 0) != 0) continue;
        syscall(__NR_setresuid, 0, 0, 0);
        s.uid = id;
        s.gid = id;
        s.switch_user = setgroups(0, nullptr) == 0;
        if (s.switch_user) return;
    }
    s.uid = geteuid();
    s.gid = getegid();
}

bool write_id_map(const char* path, std::uint64_t id) {
    Text line;
    line.add(id).add(" ").add(id).add(" 1");
    return write_text(AT_FDCWD, path, line.c_str(), line.size());
}

Failure enter_user_namespace() {
    const std::uint64_t uid = geteuid(), gid = getegid();
    if (unshare(CLONE_NEWUSER) != 0) return fail(wire::Stage::user_namespace);
    if (!write_text(AT_FDCWD, "/proc/self/setgroups", "deny", 4) || !write_id_map("/proc/self/uid_map", uid) ||
        !write_id_map("/proc/self/gid_map", gid))
        return fail(wire::Stage::user_namespace);
    return {};
}

Failure enter_namespaces(State& s, wire::Ready& ready) {
    constexpr int kAll = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
    if (unshare(kAll) != 0) {
        // Without the right to: inside a user namespace it is granted.
        if (errno != EPERM) return fail(wire::Stage::namespaces);
        if (const Failure failure = enter_user_namespace()) return failure;
        s.switch_user = false;
        s.uid = geteuid();
        s.gid = getegid();
        if (unshare(kAll) != 0) return fail(wire::Stage::namespaces);
        ready.user_namespace = 1;
    }
    s.namespaces = true;
    ready.namespaces = 1;
    return {};
}

// The box must get a processor whatever its contestants do, above all a fork bomb; they start with the usual priority
// again. No real-time class: the kernel reaps while others are preempted in the middle of what it waits for, and a task
// of such a class would spin until it is throttled. Takes a right that an ordinary user lacks; there RLIMIT_NPROC holds
// bombs.
void take_precedence() {
    struct {
        std::uint32_t size = 48, policy = SCHED_OTHER;
        std::uint64_t flags = 1;  // SCHED_FLAG_RESET_ON_FORK
        std::int32_t nice = -10;
        std::uint32_t priority = 0;
        std::uint64_t runtime = 0, deadline = 0, period = 0;
    } attr;
    syscall(__NR_sched_setattr, 0, &attr, 0);
}

// The outer process only stands for the inner one: it ends when that ends, and its death kills it.
[[noreturn]] void stand_for(pid_t inner, int socket) {
    close(socket);
    int status = 0;
    while (waitpid(inner, &status, 0) < 0 && errno == EINTR) {
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

Failure fork_init(const State& s) {
    const pid_t inner = fork();
    if (inner < 0) return fail(wire::Stage::fork_init);
    if (inner > 0) {
        take_precedence();  // its end ends the rest: it must not wait behind a bomb for that
        stand_for(inner, s.socket);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    return {};
}

Failure build_plain(State& s) {
    if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) return fail(wire::Stage::fork_init);
    Text scratch;
    scratch.add(s.folder).add("/scratch");
    s.scratch = open(scratch.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    s.proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    s.own_proc = s.proc >= 0;
    if (s.scratch < 0) return fail(wire::Stage::scratch);
    // With rules on files a contestant may keep the judge's uid, which reaches the judge's folders; without them it
    // must not.
    if (s.landlock) s.switch_user = false;
    if (s.switch_user && fchownat(s.scratch, "", s.uid, s.gid, AT_EMPTY_PATH) != 0) return fail(wire::Stage::scratch);
    return {};
}

Failure build(State& s, const wire::Setup& setup, wire::Ready& ready) {
    choose_user(s, setup);
    // Only now: a change of uid takes the request back. Without a PID namespace a box that is killed sets its
    // contestants free: there the end of the socket tells it that the judge is gone, and it ends them.
    if (setup.watch_parent != 0 && setup.namespaces != 0) prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    s.landlock_abi = landlock_abi();
    ready.landlock_abi = s.landlock_abi;
    if (setup.namespaces != 0) {
        if (const Failure failure = enter_namespaces(s, ready)) return failure;
        if (const Failure failure = fork_init(s)) return failure;
        if (const Failure failure = build_root(s, ready)) return failure;
    } else {
        s.landlock = setup.landlock != 0 && s.landlock_abi > 0;
        if (const Failure failure = build_plain(s)) return failure;
    }
    if (const Failure failure = install_filter(s)) {
        // A kernel or container without seccomp still has the rest.
        ready.seccomp_error = failure.error;
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return fail(wire::Stage::no_new_privs);
    }
    ready.seccomp = s.has_filter ? 1 : 0;
    ready.landlock_used = s.landlock ? 1 : 0;
    ready.uid_switched = s.switch_user ? 1 : 0;
    ready.run_uid = s.switch_user ? s.uid : geteuid();
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    take_precedence();
    return {};
}

void take_paths(State& s, ssize_t size) {
    wire::Paths request;
    wire::PathsDone done;
    memcpy(&request, packet, sizeof(request));
    if (s.namespaces) unbind_paths(s);
    const std::size_t text = static_cast<std::size_t>(size) - sizeof(request);
    memcpy(path_text, packet + sizeof(request), text);
    path_text[text < sizeof(path_text) ? text : sizeof(path_text) - 1] = '\0';
    s.paths = path_text;
    s.path_count = request.count;
    if (s.namespaces)
        bind_paths(s, done);
    else if (s.landlock)
        make_rules(s, done);
    answer(s.socket, done);
}

void bind_to_cpu(State& s, std::uint32_t cpu) {
    if (cpu == s.bound_cpu) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    if (cpu != 0xffffffff) CPU_SET(cpu, &one);
    const cpu_set_t* wanted = cpu == 0xffffffff ? s.all_cpus : &one;
    privileged(s, __NR_sched_setaffinity, 0, sizeof(*wanted), word(wanted));
    s.bound_cpu = cpu;
}

// False when the judge is gone.
bool take_run(State& s, Received& got, ssize_t size) {
    wire::Run request;
    memcpy(&request, packet, sizeof(request));
    wire::Result result;
    bool gone = false;
    Launch launch;
    launch.state = &s;
    launch.run = &request;
    launch.cwd = packet + sizeof(request);
    const char* end = packet + size;
    char* at = packet + sizeof(request);
    std::uint32_t filled = 0;
    const std::uint32_t wanted = request.argc + request.envc;
    const bool sound = got.fd_count == 3 && wanted + 2 < sizeof(pointers) / sizeof(pointers[0]);
    if (sound) {
        at += strlen(at) + 1;
        for (std::uint32_t i = 0; i < wanted && at < end; ++i) {
            if (i == request.argc) pointers[filled++] = nullptr;
            pointers[filled++] = at;
            at += strlen(at) + 1;
        }
        if (request.envc == 0) pointers[filled++] = nullptr;
        pointers[filled] = nullptr;
        launch.argv = pointers;
        launch.envp = pointers + request.argc + 1;
        memcpy(launch.fds, got.fds, sizeof(launch.fds));
        bind_to_cpu(s, request.cpu);
        result = run_to_end(launch, gone);
        memcpy(got.fds, launch.fds, sizeof(launch.fds));  // what it has closed is -1 now
    } else {
        result.stage = wire::Stage::launch;
        result.error = E2BIG;
    }
    answer(s.socket, result);
    for (int i = 0; i < got.fd_count; ++i) {
        if (got.fds[i] >= 0) close(got.fds[i]);
    }
    if (gone) return false;
    // Put in order while the judge looks at the answer; a box that cannot be put in order ends, and the next run gets a
    // new one.
    return !s.namespaces || !clean_tmp(s);
}

int serve(State& s) {
    for (;;) {
        Received got = receive(s.socket);
        if (got.size < static_cast<ssize_t>(sizeof(wire::Kind))) break;
        wire::Kind kind = wire::Kind::stop;
        memcpy(&kind, packet, sizeof(kind));
        if (kind == wire::Kind::paths) take_paths(s, got.size);
        if (kind == wire::Kind::run && !take_run(s, got, got.size)) break;
    }
    wire::Result rest;
    sweep(s, rest);
    return 0;
}

int box_main() {
    static State s;
    static wire::Setup setup;
    static char folder[4096];
    static cpu_set_t cpus;
    forget_inheritance();
    fcntl(s.socket, F_SETFD, FD_CLOEXEC);
    const Received got = receive(s.socket);
    if (got.size < static_cast<ssize_t>(sizeof(setup))) return 2;
    memcpy(&setup, packet, sizeof(setup));
    strncpy(folder, packet + sizeof(setup), sizeof(folder) - 1);
    s.folder = folder;
    s.scratch_bytes = setup.scratch_bytes;
    s.cpu_counter = got.fd_count == 1 ? got.fds[0] : -1;
    s.cpu_counter_kind = setup.cpu_counter;
    sched_getaffinity(0, sizeof(cpus), &cpus);
    s.all_cpus = &cpus;
    wire::Ready ready;
    const Failure failure = build(s, setup, ready);
    ready.stage = failure.stage;
    ready.error = failure.error;
    answer(s.socket, ready);
    return failure ? 3 : serve(s);
}

}  // namespace
}  // namespace judge::box

int main() {
    return judge::box::box_main();
}
