#include "sandbox/box_run.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "sandbox/box_count.h"
#include "sandbox/box_watch.h"

namespace judge::box {
namespace {

constexpr std::uint64_t kMs = 1000000;
constexpr std::uint64_t kLookEvery = 5 * kMs;  // at memory, processes and output where nothing stops them by itself
constexpr std::uint64_t kShortestNap = kMs / 2;
constexpr std::uint64_t kGroupError = kMs;  // of the box's share and the launch in a group's processor time
constexpr std::uint64_t kSweepPatience = 5000 * kMs;

struct Running {
    Launch& launch;
    wire::Result& result;
    pid_t pid = -1;
    std::uint64_t group_before = 0;
    std::uint64_t own_before = 0;
    std::uint64_t deadline = wire::kUnlimited;  // of the wall clock
    bool& gone;
    std::uint64_t seen_ns = 0;  // CPU time of the tree and of what was reaped, at the last look
};

std::uint64_t in_ns(const timeval& t) {
    return static_cast<std::uint64_t>(t.tv_sec) * 1000000000ULL + static_cast<std::uint64_t>(t.tv_usec) * 1000ULL;
}

void count(wire::Result& r, const rusage& used) {
    r.user_ns += in_ns(used.ru_utime);
    r.system_ns += in_ns(used.ru_stime);
    r.involuntary += static_cast<std::uint64_t>(used.ru_nivcsw);
    const std::uint64_t rss = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    if (rss > r.max_rss_bytes) r.max_rss_bytes = rss;
    ++r.reaped;
}

// Reaps what ended beside the first process; true once the first one ended (it stays, for its schedstat).
bool first_ended(const Running& run) {
    for (;;) {
        siginfo_t info = {};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
        if (info.si_pid == run.pid) return true;
        // The first process may stand behind others in the list of the dead, never before them for long.
        rusage used = {};
        if (wait4(info.si_pid, nullptr, WNOHANG, &used) == info.si_pid) count(run.result, used);
    }
}

std::uint32_t made_tasks(const State& s, const Running& run) {
    const std::uint32_t last = last_pid(s);
    // Numbers that began anew meanwhile tell nothing.
    if (last < static_cast<std::uint32_t>(run.pid)) return 0;
    return last - static_cast<std::uint32_t>(run.pid) + 1;
}

std::uint64_t cpu_of_first(pid_t pid) {
    const clockid_t clock =
        static_cast<clockid_t>((~static_cast<unsigned>(pid) << 3) | 2U);  // CPUCLOCK_SCHED of a process
    timespec t = {};
    if (clock_gettime(clock, &t) != 0) return 0;
    return static_cast<std::uint64_t>(t.tv_sec) * 1000000000ULL + static_cast<std::uint64_t>(t.tv_nsec);
}

std::uint64_t reaped_ns(const Running& run) {
    return run.result.user_ns + run.result.system_ns;
}

// What the tree's total dropped by has vanished.
void take_total(Running& run, std::uint64_t total_ns) {
    if (total_ns < run.seen_ns) run.result.vanished_ns += run.seen_ns - total_ns;
    run.seen_ns = total_ns;
}

// Processes that end and are waited for by nobody take their time along: the tree's total drops. One that is waited for
// while the look goes on may be missed, and many may end at once: so several looks, a millisecond apart, must agree.
void see_what_vanished(const State& s, Running& run, std::uint64_t total_ns) {
    constexpr int kLooks = 4;
    for (int looks = 0; looks < kLooks && total_ns < run.seen_ns; ++looks) {
        const timespec pause = {0, static_cast<long>(kMs)};
        nanosleep(&pause, nullptr);
        const std::uint64_t now_ns = look_at_tree(s).cpu_ns + reaped_ns(run);
        if (now_ns > total_ns) total_ns = now_ns;
    }
    take_total(run, total_ns);
}

// The group's time has the box's in it.
std::uint64_t group_without_box(const State& s, const Running& run) {
    const std::uint64_t group = group_cpu_ns(s) - run.group_before,
                        own = now_ns(CLOCK_PROCESS_CPUTIME_ID) - run.own_before;
    return group > own ? group - own : 0;
}

std::uint64_t cpu_so_far(const State& s, const Running& run, const Tree* tree) {
    const std::uint64_t first = cpu_of_first(run.pid);
    if (made_tasks(s, run) == 1) return first - (first < run.launch.launch_cpu_ns ? first : run.launch.launch_cpu_ns);
    if (s.cpu_counter >= 0) {
        const std::uint64_t group = group_without_box(s, run);
        return group > kGroupError ? group - kGroupError : 0;
    }
    const std::uint64_t all = (tree != nullptr ? *tree : look_at_tree(s)).cpu_ns + reaped_ns(run);
    return (all > first ? all : first) + run.result.vanished_ns;
}

bool output_is_over(const Running& run) {
    for (int i = 1; i <= 2; ++i) {
        struct stat st = {};
        if (fstat(run.launch.fds[i], &st) == 0 && S_ISREG(st.st_mode) &&
            static_cast<std::uint64_t>(st.st_size) > run.launch.run->output_bytes)
            return true;
    }
    return false;
}

// How long the first process stood ready without a processor: the machine's doing, not its own. kUnlimited = unknown.
std::uint64_t queued_so_far(const State& s, const Running& run) {
    if (!s.own_proc) return wire::kUnlimited;
    Text path;
    path.add(static_cast<std::uint64_t>(run.pid)).add("/schedstat");
    char line[128];
    if (read_text(s.proc, path.c_str(), line, sizeof(line)) <= 0) return wire::kUnlimited;
    const char* at = line;
    next_number(at);
    return next_number(at);
}

// Which limit the run is over, if any, and in `nap` how long it may go on unwatched.
wire::StopReason over_limit(const State& s, Running& run, std::uint64_t now, std::uint64_t& nap) {
    const wire::Run& r = *run.launch.run;
    nap = wire::kUnlimited;
    const auto at_most = [&](std::uint64_t ns) {
        if (ns < nap) nap = ns < kShortestNap ? kShortestNap : ns;
    };
    Tree tree;
    const bool watch_tree = r.watch_memory != 0 || r.watch_processes != 0;
    if (watch_tree) {
        tree = look_at_tree(s);
        if (tree.tasks > run.result.tasks_seen) run.result.tasks_seen = tree.tasks;
        if (s.cpu_counter < 0) see_what_vanished(s, run, tree.cpu_ns + reaped_ns(run));
        if (tree.largest_rss_bytes > run.result.max_rss_bytes) run.result.max_rss_bytes = tree.largest_rss_bytes;
        if (r.watch_processes != 0 && tree.tasks >= r.processes) return wire::StopReason::processes;
        if (r.watch_memory != 0 && tree.largest_rss_bytes > r.memory_bytes) return wire::StopReason::memory;
        at_most(kLookEvery);
    }
    if (r.output_bytes < r.file_bytes) {
        if (output_is_over(run)) return wire::StopReason::output;
        at_most(kLookEvery);
    }
    if (r.cpu_ns != wire::kUnlimited) {
        const std::uint64_t used = cpu_so_far(s, run, watch_tree ? &tree : nullptr);
        if (used > r.cpu_ns) return wire::StopReason::cpu;
        const std::uint64_t left = r.cpu_ns - used;
        // Several tasks on several processors use it up faster.
        at_most(made_tasks(s, run) == 1 || r.cpu != 0xffffffff ? left + kShortestNap : left / 8 + kShortestNap);
    }
    if (run.deadline != wire::kUnlimited) {
        const std::uint64_t over = now < run.deadline ? 0 : now - run.deadline;
        const std::uint64_t granted = over == 0 ? 0 : wire::granted_ns(queued_so_far(s, run));
        if (now >= run.deadline && over >= granted) return wire::StopReason::wall;
        at_most(run.deadline + granted - now);
    }
    return wire::StopReason::none;
}

void answer_look(const State& s, const Running& run) {
    const Tree tree = look_at_tree(s);
    wire::Looked looked;
    looked.running = 1;
    looked.waiting_for_input = tree.all_asleep && waits_for_input(s, run.pid) ? 1 : 0;
    looked.cpu_ns = cpu_so_far(s, run, &tree);
    send(s.socket, &looked, sizeof(looked), MSG_NOSIGNAL);
}

// True if the judge wants the run ended.
bool hear(const State& s, Running& run) {
    union {
        wire::Kind kind;
        char bytes[64];
    } packet = {};
    const ssize_t n = recv(s.socket, packet.bytes, sizeof(packet.bytes), MSG_DONTWAIT);
    if (n < 0) return false;
    if (n == 0) {
        run.gone = true;
        return true;
    }
    if (packet.kind == wire::Kind::look) answer_look(s, run);
    return packet.kind == wire::Kind::stop;
}

// Sleeps until the child or the socket stirs, or `nap` is over.
void doze(const State& s, Running& run, std::uint64_t nap) {
    pollfd watched = {s.socket, POLLIN, 0};
    timespec timeout = {static_cast<time_t>(nap / 1000000000ULL), static_cast<long>(nap % 1000000000ULL)};
    sigset_t none;
    sigemptyset(&none);
    if (ppoll(&watched, 1, nap == wire::kUnlimited ? nullptr : &timeout, &none) <= 0) return;
    if (hear(s, run)) run.result.stop = wire::StopReason::asked;
}

// A short run is over before its limits need a look; but one whose processes are counted by looking is seen early.
std::uint64_t first_nap(const wire::Run& r) {
    if (r.watch_memory != 0 || r.watch_processes != 0) return kMs;
    const std::uint64_t limit = r.cpu_ns < r.wall_ns ? r.cpu_ns : r.wall_ns;
    return limit < kLookEvery ? limit + kShortestNap : kLookEvery;
}

// Its process group at once, which nobody outruns by forking; `kill_all` alone takes the longer the more there are. The
// first process still holds the group's number: it is not reaped.
void kill_group(const Running& run) {
    kill(-run.pid, SIGKILL);
}

void wait_for_end(const State& s, Running& run) {
    bool looked = false;
    for (;;) {
        if (first_ended(run)) return;
        if (run.result.stop != wire::StopReason::none) {
            kill_group(run);
            kill_all(s);
            doze(s, run, 20 * kMs);
            continue;
        }
        std::uint64_t nap = first_nap(*run.launch.run);
        if (looked) run.result.stop = over_limit(s, run, now_ns(CLOCK_MONOTONIC), nap);
        looked = true;
        if (run.result.stop == wire::StopReason::none) doze(s, run, nap);
    }
}

// What only a process that has ended, but is not yet reaped, tells.
void read_last_words(const State& s, Running& run) {
    if (!s.own_proc) return;
    run.result.queue_ns = queued_so_far(s, run);
    if (s.namespaces) return;
    // Where nobody counts processes: faults of waited-for children tell that there were some (field 11, the ninth after
    // the name).
    Text stat;
    char line[768];
    stat.add(static_cast<std::uint64_t>(run.pid)).add("/stat");
    if (read_text(s.proc, stat.c_str(), line, sizeof(line)) <= 0) return;
    const char* at = strrchr(line, ')');
    for (int blanks = 0; at != nullptr && blanks < 9; ++blanks) at = strchr(at + 1, ' ');
    if (at != nullptr && next_number(at) > 0) run.result.had_children = 1;
}

}  // namespace

bool sweep(const State& s, wire::Result& r) {
    const std::uint64_t patience = now_ns(CLOCK_MONOTONIC) + kSweepPatience;
    bool killed = false;
    for (;;) {
        rusage used = {};
        const pid_t pid = wait4(-1, nullptr, WNOHANG, &used);
        if (pid > 0) {
            count(r, used);
            continue;
        }
        if (pid < 0 && errno == ECHILD) return true;
        if (pid < 0 && errno != EINTR) return false;
        if (now_ns(CLOCK_MONOTONIC) > patience) return false;
        if (killed) {
            // Everybody was told to die: wait for the next to do so.
            timespec nap = {0, 2000000};
            sigset_t child;
            sigemptyset(&child);
            sigaddset(&child, SIGCHLD);
            sigtimedwait(&child, nullptr, &nap);
        }
        kill_all(s);
        killed = true;
    }
}

wire::Result run_to_end(Launch& launch, bool& gone) {
    const State& s = *launch.state;
    wire::Result result;
    Running run = {launch, result, -1, group_cpu_ns(s), now_ns(CLOCK_PROCESS_CPUTIME_ID), wire::kUnlimited, gone};
    if (launch.run->watch_processes == 3) launch.user_tasks = tasks_of_user(s);
    launch.started_ns = now_ns(CLOCK_MONOTONIC);  // until the child knows better: it may be killed before
    const int counter = launch.run->count_instructions != 0 ? open_instruction_counter() : -1;
    run.pid = start(launch);
    if (run.pid < 0) {
        result.stage = wire::Stage::launch;
        result.error = errno;
        close_instruction_counter(counter);
        return result;
    }
    for (int i = 0; i < 2 && launch.run->joined != 0; ++i) {
        close(launch.fds[i]);
        launch.fds[i] = -1;
    }
    if (launch.run->wall_ns != wire::kUnlimited) run.deadline = launch.started_ns + launch.run->wall_ns;
    wait_for_end(s, run);
    result.wall_ns = now_ns(CLOCK_MONOTONIC) - launch.started_ns;
    read_last_words(s, run);
    result.tasks = made_tasks(s, run);
    if (!s.namespaces) kill_group(run);
    rusage used = {};
    if (wait4(run.pid, &result.wait_status, 0, &used) == run.pid) count(result, used);
    if (!sweep(s, result)) result.not_empty = 1;
    take_total(run, reaped_ns(run));
    if (result.not_empty == 0) result.instructions = read_instruction_counter(counter);
    close_instruction_counter(counter);
    if (result.tasks != 1) result.tasks = made_tasks(s, run);
    if (result.tasks != 1 && s.cpu_counter >= 0) result.group_cpu_ns = group_without_box(s, run);
    result.launch_ns = launch.launch_cpu_ns;
    result.stage = launch.failure.stage;
    result.error = launch.failure.error;
    return result;
}

}  // namespace judge::box
