// sandbox_soak RUNS SEED: many runs with boxes, contestants and whole judges killed at random moments. Every run that
// ends must have the right facts, and at the end nothing may be left: no process, descriptor, folder or control group.
// Ends with 0 if so.
//
// The program plays three parts: the soak itself; `--act KIND`, a contestant; `--judge SCRATCH SEED`, a judge that runs
// until it is killed.

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <sstream>
#include <thread>

#include "base/files.h"
#include "sandbox/box_runner.h"
#include "sandbox/cgroups.h"
#include "sandbox/output_file.h"

namespace judge {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

struct Kind {
    const char* name;
    Ending ending;
    const char* output;
};
const Kind kKinds[] = {
    {"hello", Exited{0}, "hello\n"},
    {"exits", Exited{7}, ""},
    {"crashes", Signalled{SIGSEGV}, ""},
    {"busy", Stopped{LimitKind::cpu_time}, ""},
    {"sleeps", Stopped{LimitKind::wall_time}, ""},
    {"hungry", Stopped{LimitKind::memory}, ""},
    {"touches", Stopped{LimitKind::memory}, ""},
    {"daemon", Exited{0}, "parent\n"},
    {"floods", Stopped{LimitKind::output}, nullptr},
    {"litters", Exited{0}, ""},
};

int act(const std::string& kind) {
    if (kind == "hello") return ::write(1, "hello\n", 6) == 6 ? 0 : 1;
    if (kind == "exits") return 7;
    if (kind == "crashes") ::raise(SIGSEGV);
    volatile unsigned spins = 0;  // a loop without any effect may be left out by an optimiser
    while (kind == "busy") spins = spins + 1;
    if (kind == "sleeps") ::sleep(1000);
    while (kind == "hungry") std::memset(std::malloc(1 << 20), 1, 1 << 20);
    if (kind == "touches") {  // too much, and is gone before anybody can look
        constexpr std::size_t kTooMuch = 45 << 20, kPage = 4096;
        volatile char* const memory = static_cast<char*>(std::malloc(kTooMuch));
        for (std::size_t at = 0; at < kTooMuch; at += kPage) memory[at] = 1;
        return 0;
    }
    if (kind == "daemon") {
        if (::fork() == 0) {
            ::setsid();
            ::signal(SIGTERM, SIG_IGN);
            ::sleep(1000);
        }
        return ::write(1, "parent\n", 7) == 7 ? 0 : 1;
    }
    while (kind == "floods") {
        if (::write(1, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 32) < 0) return 1;
    }
    if (kind == "litters") return write_file_atomically("left/behind", "x").ok() ? 0 : 1;
    return 0;
}

std::vector<pid_t> children_of(pid_t pid) {
    std::vector<pid_t> children;
    const Result<std::string> text = read_file(fmt::format("/proc/{0}/task/{0}/children", pid));
    if (!text) return children;
    std::istringstream in(*text);
    for (pid_t child = 0; in >> child;) children.push_back(child);
    return children;
}

std::vector<pid_t> descendants_of(pid_t pid) {
    std::vector<pid_t> all = children_of(pid);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::vector<pid_t> below = children_of(all[i]);
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

// A zombie is gone: it only waits for its parent.
bool lives(pid_t pid) {
    const Result<std::string> stat = read_file(fmt::format("/proc/{}/stat", pid));
    const std::size_t name_end = stat ? stat->rfind(')') : std::string::npos;
    return name_end != std::string::npos && stat->size() > name_end + 2 && (*stat)[name_end + 2] != 'Z' &&
           (*stat)[name_end + 2] != 'X';
}

std::size_t open_descriptors() {
    const auto fds = list_directory("/proc/self/fd");
    return fds ? fds->size() : 0;
}

RunRequest request_for(const Kind& kind, const std::string& self) {
    RunRequest r;
    r.argv = {self, "--act", kind.name};
    r.readable = {self};
    r.limits.cpu_time = 60s;  // only the busy one is meant to reach it, on the slowest machine
    if (std::string_view(kind.name) == "busy") r.limits.cpu_time = 60ms;
    r.limits.wall_time = 120s;
    if (std::string_view(kind.name) == "sleeps") r.limits.wall_time = 30ms;
    r.limits.memory = mib(32);
    r.limits.output = kib(256);
    r.limits.processes = 8;
    return r;
}

// Kills one process below this one after a while, as somebody outside might, and sees it end: on a busy machine the
// process that stands for a box may get no processor for several runs of that box, which lives as long.
class Killer {
  public:
    enum class Aim { box, contestant };
    Killer(Aim aim, std::chrono::microseconds after)
        : thread_([this, aim, after] {
              std::this_thread::sleep_for(after);
              const Clock::time_point patience = Clock::now() + 30s;
              // First the process that stands for the box, then the box, then what runs in it.
              const std::vector<pid_t> outer = children_of(::getpid());
              const std::vector<pid_t> inner = outer.empty() ? outer : children_of(outer.front());
              const std::vector<pid_t> runs = inner.empty() ? inner : children_of(inner.front());
              const std::vector<pid_t>& victims = aim == Aim::contestant ? runs : runs.empty() ? outer : inner;
              hit_ = !victims.empty() && ::kill(victims.front(), SIGKILL) == 0;
              while (hit_ && lives(victims.front()) && Clock::now() < patience)
                  std::this_thread::sleep_for(std::chrono::microseconds(200));
          }) {}
    bool hit() {
        thread_.join();
        return hit_;
    }

  private:
    std::atomic<bool> hit_ = false;
    std::thread thread_;
};

int detail_of(const Ending& ending) {
    if (const auto* e = std::get_if<Exited>(&ending)) return e->code;
    if (const auto* s = std::get_if<Signalled>(&ending)) return s->signal;
    return static_cast<int>(std::get<Stopped>(ending).limit);
}

struct Tally {
    int runs = 0, wrong = 0, boxes_killed = 0, contestants_killed = 0, judges_killed = 0;
    double longest_end_ms = 0;
};

class Soak {
  public:
    Soak(std::string self, std::uint32_t seed, std::string scratch)
        : self_(std::move(self)), random_(seed), scratch_(std::move(scratch)) {}

    Status start() {
        BoxOptions options;
        options.box_program = join_path(parent_path(self_), "judge-box");
        options.scratch_parent = scratch_;
        JUDGE_ASSIGN(runner, make_box_runner(options));
        runner_ = std::move(runner);
        return Done{};
    }
    void stop() { runner_.reset(); }

    void step(Tally& tally) {
        const std::uint32_t dice = random_() % 100;
        if (dice < 4) return kill_a_judge(tally);
        const Kind& kind = kKinds[random_() % std::size(kKinds)];
        std::optional<Killer> killer;
        const bool at_box = dice < 10, at_contestant = dice >= 10 && dice < 18;
        if (at_box || at_contestant)
            killer.emplace(at_box ? Killer::Aim::box : Killer::Aim::contestant,
                           std::chrono::microseconds(random_() % 3000));
        run(kind, killer, at_box, tally);
    }

  private:
    void run(const Kind& kind, std::optional<Killer>& killer, bool at_box, Tally& tally) {
        ++tally.runs;
        Result<OutputFile> out = OutputFile::make();
        if (!out) return complain(tally, kind, to_text(out.error()));
        RunRequest request = request_for(kind, self_);
        request.stdout_fd = out->fd();
        const Result<RunOutcome> outcome = runner_->run(request);
        const bool hit = killer && killer->hit();
        if (hit) ++(at_box ? tally.boxes_killed : tally.contestants_killed);
        if (!outcome) {
            // A box that was hit at the very end of a run may die in the next.
            if (!(hit && at_box) && !box_was_hit_)
                complain(tally, kind, to_text(outcome.error()) + (hit ? ", hit" : ""));
            box_was_hit_ = hit && at_box;
            return;
        }
        box_was_hit_ = hit && at_box;
        const bool by_hand = hit && outcome->ending == Ending(Signalled{SIGKILL});
        if (outcome->ending != kind.ending && !by_hand)
            return complain(
                tally, kind,
                fmt::format("ended as {}/{} with {} of memory{}", outcome->ending.index(), detail_of(outcome->ending),
                            to_text(outcome->usage.peak_memory), hit ? ", hit" : ""));
        if (kind.output != nullptr && !by_hand && out->head(kib(1)).value() != kind.output)
            complain(tally, kind, "wrong output");
    }

    static void complain(Tally& tally, const Kind& kind, const std::string& text) {
        ++tally.wrong;
        fmt::print("run {} ({}): {}\n", tally.runs, kind.name, text);
    }

    // Another judge, killed in full flight; all below it must end by itself.
    void kill_a_judge(Tally& tally) {
        std::string seed = std::to_string(random_());
        // Every other one without what would end its contestants by itself.
        const char* const off = tally.judges_killed % 2 == 0 ? "nothing" : "namespaces";
        char* const argv[] = {self_.data(), const_cast<char*>("--judge"), scratch_.data(),
                              seed.data(),  const_cast<char*>(off),       nullptr};
        pid_t pid = -1;
        if (::posix_spawn(&pid, self_.c_str(), nullptr, nullptr, argv, environ) != 0) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(random_() % 120));
        const std::vector<pid_t> below = descendants_of(pid);
        ::kill(pid, SIGKILL);
        ::waitpid(pid, nullptr, 0);
        ++tally.judges_killed;
        const Clock::time_point start = Clock::now();
        for (const pid_t each : below) {
            while (lives(each) && Clock::now() - start < 30s) std::this_thread::sleep_for(1ms);
            if (lives(each)) {
                ++tally.wrong;
                fmt::print("process {} outlived its judge\n", each);
            }
        }
        tally.longest_end_ms =
            std::max(tally.longest_end_ms, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    }

    std::string self_;
    std::mt19937 random_;
    std::string scratch_;
    std::unique_ptr<Runner> runner_;
    bool box_was_hit_ = false;
};

// Never ends by itself.
int judge_until_killed(const std::string& self, const std::string& scratch, std::uint32_t seed, const char* off) {
    std::mt19937 random(seed);
    BoxOptions options;
    options.box_program = join_path(parent_path(self), "judge-box");
    options.scratch_parent = scratch;
    if (off == std::string_view("namespaces")) options.force_off = {"namespaces", "cgroups"};
    const Result<std::unique_ptr<Runner>> runner = make_box_runner(options);
    while (runner)
        [[maybe_unused]] const Result<RunOutcome> outcome =
            (*runner)->run(request_for(kKinds[random() % std::size(kKinds)], self));
    return 1;
}

// Control groups with a name of ours that hold nobody and whose judge is dead: others may be judging here too.
int groups_left(const std::vector<std::string>& before) {
    int left = 0;
    const CgroupPlaces places = find_cgroup_places();
    for (const std::string& place : {places.memory, places.pids, places.cpu}) {
        const auto entries = list_directory(place.empty() ? "/nowhere" : place);
        if (!entries) continue;
        for (const DirEntry& entry : *entries) {
            const std::string folder = join_path(place, entry.name);
            const bool known = std::find(before.begin(), before.end(), folder) != before.end();
            const Result<std::string> procs = read_file(join_path(folder, "cgroup.procs"));
            const pid_t judge = entry.name.starts_with("judge-") ? std::atoi(entry.name.c_str() + 6) : 0;
            if (judge > 0 && !known && procs && procs->empty() && !lives(judge)) ++left;
        }
    }
    return left;
}

std::vector<std::string> groups_now() {
    std::vector<std::string> all;
    const CgroupPlaces places = find_cgroup_places();
    for (const std::string& place : {places.memory, places.pids, places.cpu}) {
        const auto entries = list_directory(place.empty() ? "/nowhere" : place);
        if (!entries) continue;
        for (const DirEntry& entry : *entries) all.push_back(join_path(place, entry.name));
    }
    return all;
}

Result<int> soak(const std::string& self, int runs, std::uint32_t seed) {
    JUDGE_ASSIGN(scratch, TempDir::make("judge-soak-"));
    const std::vector<std::string> groups_before = groups_now();
    const std::size_t descriptors = open_descriptors(), processes = descendants_of(::getpid()).size();
    Tally tally;
    Soak soak(self, seed, scratch.path());
    JUDGE_TRY(soak.start());
    while (tally.runs < runs) soak.step(tally);
    soak.stop();
    // The next start sweeps what killed judges left.
    JUDGE_TRY(soak.start());
    soak.stop();
    JUDGE_ASSIGN(folders, list_directory(scratch.path()));
    const std::size_t more_fds = open_descriptors() - descriptors,
                      more_processes = descendants_of(::getpid()).size() - processes;
    const int more_groups = groups_left(groups_before);
    fmt::print(
        "{} runs, {} wrong; killed {} boxes, {} contestants, {} judges (all below one gone after at most {:.0f} ms)\n",
        tally.runs, tally.wrong, tally.boxes_killed, tally.contestants_killed, tally.judges_killed,
        tally.longest_end_ms);
    fmt::print("left: {} processes, {} descriptors, {} folders, {} control groups\n", more_processes, more_fds,
               folders.size(), more_groups);
    return tally.wrong == 0 && more_processes == 0 && more_fds == 0 && folders.empty() && more_groups == 0 ? 0 : 1;
}

int soak_main(int argc, char** argv) {
    const Result<std::string> self = real_path("/proc/self/exe");
    const std::string part = argc > 1 ? argv[1] : "";
    if (part == "--act" && argc == 3) return act(argv[2]);
    if (!self) return 2;
    if (part == "--judge" && argc == 5)
        return judge_until_killed(*self, argv[2], static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10)),
                                  argv[4]);
    if (argc != 3) {
        fmt::print(stderr, "usage: sandbox_soak RUNS SEED\n");
        return 2;
    }
    const Result<int> code =
        soak(*self, std::atoi(argv[1]), static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)));
    if (!code) fmt::print(stderr, "sandbox_soak: {}\n", to_text(code.error()));
    return code ? *code : 1;
}

}  // namespace
}  // namespace judge

int main(int argc, char** argv) {
    return judge::soak_main(argc, argv);
}
