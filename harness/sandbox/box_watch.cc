#include "sandbox/box_watch.h"

#include <signal.h>
#include <sys/stat.h>

#include <cstddef>

namespace judge::box {
namespace {

constexpr std::uint64_t kTickNs = 10000000;  // USER_HZ is 100 on every machine that judge-box knows
constexpr std::uint64_t kPage = 4096;

struct ListedEntry {  // linux_dirent64
    std::uint64_t inode;
    std::int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[1];
};

// The fields of /proc/<pid>/stat after the name in parentheses: state is field 3.
bool read_stat(const State& s, pid_t pid, Tree& tree, pid_t* parent) {
    Text path;
    path.add(static_cast<std::uint64_t>(pid)).add("/stat");
    char line[768];
    if (read_text(s.proc, path.c_str(), line, sizeof(line)) <= 0) return false;
    const char* at = strrchr(line, ')');
    if (at == nullptr) return false;
    at += 2;
    const char state = *at++;
    std::uint64_t field[25] = {};
    for (int i = 4; i <= 24; ++i) {
        while (*at == ' ') ++at;
        if (*at == '-') ++at;
        field[i] = next_number(at);
    }
    *parent = static_cast<pid_t>(field[4]);
    if (state == 'Z' || state == 'X')
        field[20] = field[24] = 0;
    else if (state != 'S' && state != 'D')
        tree.all_asleep = false;
    tree.cpu_ns += (field[14] + field[15] + field[16] + field[17]) * kTickNs;
    tree.tasks += static_cast<std::uint32_t>(field[20]);
    if (field[24] * kPage > tree.largest_rss_bytes) tree.largest_rss_bytes = field[24] * kPage;
    return true;
}

// Every process that /proc shows.
template <typename Visit>
void each_process(const State& s, const Visit& visit) {
    const int dir = openat(s.proc, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0) return;
    alignas(8) static char buffer[8192];
    for (;;) {
        const long n = syscall(__NR_getdents64, dir, buffer, sizeof(buffer));
        if (n <= 0) break;
        for (long at = 0; at < n;) {
            ListedEntry entry;
            memcpy(&entry, buffer + at, offsetof(ListedEntry, name));
            const char* name = buffer + at + offsetof(ListedEntry, name);
            at += entry.length;
            if (const pid_t pid = static_cast<pid_t>(next_number(name)); pid > 0) visit(pid);
        }
    }
    close(dir);
}

template <typename Visit>
void each_child(const State& s, pid_t of, const Visit& visit) {
    Text path;
    path.add(static_cast<std::uint64_t>(of)).add("/task/").add(static_cast<std::uint64_t>(of)).add("/children");
    const int fd = openat(s.proc, path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    char text[2048];
    std::size_t kept = 0;
    for (;;) {
        const ssize_t n = read(fd, text + kept, sizeof(text) - 1 - kept);
        if (n <= 0) break;
        const std::size_t end = kept + static_cast<std::size_t>(n);
        text[end] = '\0';
        const char* at = text;
        for (;;) {
            const char* stop = strchr(at, ' ');
            if (stop == nullptr) break;
            if (const pid_t child = static_cast<pid_t>(next_number(at)); child > 0) visit(child);
            at = stop + 1;
        }
        kept = static_cast<std::size_t>(text + end - at);
        memmove(text, at, kept);
    }
    close(fd);
}

// All descendants, deepest not before their parents.
void signal_below(const State& s, pid_t of, int signal, int depth) {
    if (depth > 64) return;
    each_child(s, of, [&](pid_t child) {
        kill(child, signal);
        signal_below(s, child, signal, depth + 1);
    });
}

void look_below(const State& s, pid_t of, Tree& tree, int depth) {
    if (depth > 64) return;
    each_child(s, of, [&](pid_t child) {
        pid_t parent = 0;
        if (read_stat(s, child, tree, &parent)) look_below(s, child, tree, depth + 1);
    });
}

}  // namespace

Tree look_at_tree(const State& s) {
    Tree tree;
    if (!s.own_proc) return tree;
    if (!s.namespaces) {
        look_below(s, getpid(), tree, 0);
        return tree;
    }
    each_process(s, [&](pid_t pid) {
        pid_t parent = 0;
        if (pid > 1) read_stat(s, pid, tree, &parent);
    });
    return tree;
}

void kill_all(const State& s) {
    // Only the init of a PID namespace may aim at everybody: elsewhere that would be the user's whole session.
    if (s.namespaces && getpid() == 1) {
        kill(-1, SIGKILL);
        return;
    }
    // Stopped first, so that a fork bomb does not outrun the killing.
    signal_below(s, getpid(), SIGSTOP, 0);
    signal_below(s, getpid(), SIGSTOP, 0);
    signal_below(s, getpid(), SIGKILL, 0);
}

std::uint32_t tasks_of_user(const State& s) {
    Tree all;
    each_process(s, [&](pid_t pid) {
        Text path;
        path.add(static_cast<std::uint64_t>(pid));
        struct stat st = {};
        pid_t parent = 0;
        if (fstatat(s.proc, path.c_str(), &st, 0) == 0 && st.st_uid == geteuid()) read_stat(s, pid, all, &parent);
    });
    return all.tasks;
}

std::uint32_t last_pid(const State& s) {
    if (!s.namespaces) return 0;
    char line[128];
    const ssize_t n = pread(s.loadavg, line, sizeof(line) - 1, 0);
    if (n <= 0) return 0;
    line[n] = '\0';
    const char* at = strrchr(line, ' ');
    return at == nullptr ? 0 : static_cast<std::uint32_t>(next_number(at));
}

std::uint64_t group_cpu_ns(const State& s) {
    if (s.cpu_counter < 0) return 0;
    char text[512];
    const ssize_t n = pread(s.cpu_counter, text, sizeof(text) - 1, 0);
    if (n <= 0) return 0;
    text[n] = '\0';
    const char* at = text;
    return next_number(at) * (s.cpu_counter_kind == 2 ? 1000 : 1);  // usage_usec is the first line of cpu.stat
}

bool waits_for_input(const State& s, pid_t pid) {
    Text path;
    path.add(static_cast<std::uint64_t>(pid)).add("/syscall");
    char line[256];
    if (read_text(s.proc, path.c_str(), line, sizeof(line)) <= 0 || line[0] < '0' || line[0] > '9') return false;
    const char* at = line;
    switch (static_cast<long>(next_number(at))) {
        case __NR_read:
        case __NR_readv:
        case __NR_ppoll:
        case __NR_pselect6:
        case __NR_epoll_pwait:
        case __NR_futex:
#if defined(__x86_64__)
        case __NR_poll:
        case __NR_select:
        case __NR_epoll_wait:
#endif
            return true;
        default:
            return false;
    }
}

}  // namespace judge::box
