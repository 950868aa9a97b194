#include "sandbox/cgroups.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>

#include "base/files.h"

namespace judge {
namespace {

constexpr std::uint64_t kReserve = 1 << 20;  // for the kernel's own share of a process and charges taken in advance

constexpr std::uint64_t kStale = 4 << 20;
constexpr std::uint64_t kOrdinary = 4 << 20;  // of a process beside its own pages: the kernel's share, a few files read

// Counters are read at offset 0 of a descriptor that stays open.
std::string read_counter(const Fd& file) {
    char text[4096];
    const ssize_t n = file ? ::pread(file.get(), text, sizeof(text), 0) : 0;
    return {text, n > 0 ? static_cast<std::size_t>(n) : 0};
}

std::uint64_t number_in(std::string_view text, std::size_t at) {
    std::uint64_t value = 0;
    if (at < text.size()) std::from_chars(text.data() + at, text.data() + text.size(), value);
    return value;
}

// The value of line "key value"; 0 if there is none.
std::uint64_t value_of(std::string_view text, std::string_view key) {
    for (std::size_t line = 0; line < text.size();) {
        const std::size_t end = std::min(text.find('\n', line), text.size());
        if (text.substr(line).starts_with(key) && text.substr(line + key.size()).starts_with(" "))
            return number_in(text, line + key.size() + 1);
        line = end + 1;
    }
    return 0;
}

bool write_counter(const Fd& file, const std::string& value) {
    return ::pwrite(file.get(), value.data(), value.size(), 0) == static_cast<ssize_t>(value.size());
}

Fd open_counter(const std::string& folder, const char* name, int flags) {
    return Fd(::open(join_path(folder, name).c_str(), flags | O_CLOEXEC));
}

// Everybody at once where the kernel offers it (v2 from Linux 5.14 on), else one by one.
void end_processes(const std::string& folder) {
    const Fd kill_all = open_counter(folder, "cgroup.kill", O_WRONLY);
    if (kill_all && write_counter(kill_all, "1")) return;
    const std::string text = read_counter(open_counter(folder, "cgroup.procs", O_RDONLY));
    for (std::size_t line = 0; line < text.size(); line = std::min(text.find('\n', line), text.size()) + 1) {
        if (const auto pid = static_cast<pid_t>(number_in(text, line)); pid > 0) ::kill(pid, SIGKILL);
    }
}

Error cannot(const char* what, const std::string& folder) {
    return errno_error(ErrorCode::io, std::string("cannot ") + what + " '" + folder + "'", errno);
}

}  // namespace

std::vector<std::string> group_folders(const CgroupPlaces& places, const std::string& name) {
    std::vector<std::string> folders;
    for (const std::string* place : {&places.memory, &places.pids, &places.cpu}) {
        if (place->empty()) continue;
        const std::string folder = join_path(*place, name);
        if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
    }
    return folders;
}

bool remove_group(const std::string& folder) {
    const timespec nap = {0, 5'000'000};
    for (int tries = 0; tries < 200; ++tries) {
        if (::rmdir(folder.c_str()) == 0 || errno != EBUSY) break;
        end_processes(folder);
        ::nanosleep(&nap, nullptr);
    }
    return !is_directory(folder);
}

Result<BoxCgroup> BoxCgroup::make(const CgroupPlaces& places, const std::string& name) {
    BoxCgroup group;
    group.v2_ = places.v2;
    for (const std::string& folder : group_folders(places, name)) {
        if (::mkdir(folder.c_str(), 0755) != 0) return cannot("make control group", folder);
        group.folders_.push_back(folder);
    }
    if (!places.memory.empty()) JUDGE_TRY(group.make_memory(join_path(places.memory, name)));
    if (!places.pids.empty()) JUDGE_TRY(group.make_pids(join_path(places.pids, name)));
    if (!places.cpu.empty())
        group.cpu_ = open_counter(join_path(places.cpu, name), group.v2_ ? "cpu.stat" : "cpuacct.usage", O_RDONLY);
    return group;
}

Status BoxCgroup::make_memory(const std::string& folder) {
    limit_ = open_counter(folder, v2_ ? "memory.max" : "memory.limit_in_bytes", O_RDWR);
    swap_limit_ = open_counter(folder, v2_ ? "memory.swap.max" : "memory.memsw.limit_in_bytes", O_RDWR);
    peak_ = open_counter(folder, v2_ ? "memory.peak" : "memory.max_usage_in_bytes", O_RDWR);
    if (!peak_) peak_ = open_counter(folder, "memory.peak", O_RDONLY);
    events_ = open_counter(folder, v2_ ? "memory.events" : "memory.oom_control", O_RDONLY);
    stat_ = open_counter(folder, "memory.stat", O_RDONLY);
    usage_ = open_counter(folder, v2_ ? "memory.current" : "memory.usage_in_bytes", O_RDONLY);
    if (!limit_ || !events_) return cannot("use control group", folder);
    if (v2_ && swap_limit_) write_counter(swap_limit_, "0");
    if (!v2_) {
        const Fd swappiness = open_counter(folder, "memory.swappiness", O_WRONLY);
        if (swappiness) write_counter(swappiness, "0");
    }
    return Done{};
}

Status BoxCgroup::make_pids(const std::string& folder) {
    pids_limit_ = open_counter(folder, "pids.max", O_RDWR);
    pids_events_ = open_counter(folder, "pids.events", O_RDONLY);
    if (!pids_limit_) return cannot("use control group", folder);
    return Done{};
}

Status BoxCgroup::attach(int pid) {
    for (const std::string& folder : folders_) {
        const Fd procs = open_counter(folder, "cgroup.procs", O_WRONLY);
        if (!procs || !write_counter(procs, std::to_string(pid))) return cannot("enter control group", folder);
    }
    return Done{};
}

Status BoxCgroup::set_memory(std::optional<Bytes> memory) {
    if (memory_set_ == memory) return Done{};
    const std::string none = v2_ ? "max" : "-1";
    const std::string value = memory ? std::to_string(memory->count + overhead_) : none;
    // On v1 memory+swap may never be below memory, so it goes up first and down last; swap then helps nobody.
    if (!v2_ && swap_limit_) write_counter(swap_limit_, none);
    if (!write_counter(limit_, value)) return cannot("set the memory limit of", folders_.front());
    if (!v2_ && swap_limit_ && memory) write_counter(swap_limit_, value);
    memory_set_ = memory;
    return Done{};
}

Status BoxCgroup::begin(std::optional<Bytes> memory, std::optional<std::uint32_t> processes) {
    if (limit_) {
        const bool reset = write_counter(peak_, v2_ ? "reset" : "0");
        peak_before_ = number_in(read_counter(peak_), 0);
        peak_resets_ = reset;
        if (overhead_ == 0) overhead_ = std::min<std::uint64_t>(peak_before_, 8 << 20) + kReserve;
        JUDGE_TRY(set_memory(memory));
        if (!counters_known_) kills_before_ = kills();
    }
    if (pids_limit_) {
        if (processes_set_ != processes) {
            // The box and the process that stands for it count too.
            if (!write_counter(pids_limit_, processes ? std::to_string(*processes + 2) : "max"))
                return cannot("set the process limit of", folders_.back());
            processes_set_ = processes;
        }
        if (!counters_known_) refusals_before_ = refusals();
    }
    counters_known_ = false;
    return Done{};
}

bool BoxCgroup::peak_is_stale() const {
    return limit_ && !peak_resets_ && number_in(read_counter(peak_), 0) > overhead_ + kStale;
}

std::uint64_t BoxCgroup::kills() const {
    return limit_ ? value_of(read_counter(events_), "oom_kill") : 0;
}

std::uint64_t BoxCgroup::refusals() const {
    return pids_limit_ ? value_of(read_counter(pids_events_), "max") : 0;
}

std::uint64_t BoxCgroup::out_of_memory_kills() const {
    return kills() - kills_before_;
}

CgroupReading BoxCgroup::end(Peak wanted, Bytes own) {
    CgroupReading reading;
    const std::uint64_t kills_now = kills(), refusals_now = refusals();
    reading.out_of_memory_kills = kills_now - kills_before_;
    reading.process_refusals = refusals_now - refusals_before_;
    kills_before_ = kills_now;
    refusals_before_ = refusals_now;
    counters_known_ = true;
    if (wanted == Peak::unwanted || !peak_) return reading;
    const std::uint64_t peak = number_in(read_counter(peak_), 0);
    // A peak that cannot be reset tells of this run only if this run was the highest.
    if (!peak_resets_ && peak == peak_before_) return reading;
    std::uint64_t base = peak_resets_ ? peak_before_ : overhead_ - kReserve;
    const std::uint64_t ordinary = own.count + own.count / 32 + kOrdinary;
    if (wanted == Peak::of_one && peak <= base + ordinary) return reading;
    // The kernel gives back late what the run before had: it may still have been charged when this one began.
    if (const std::uint64_t now = number_in(read_counter(usage_), 0); now > 0) base = std::min(base, now);
    const std::uint64_t held = peak - std::min(peak, base);
    const std::string stat = read_counter(stat_);
    const std::uint64_t files = value_of(stat, v2_ ? "file" : "cache"), shared = value_of(stat, "shmem");
    const std::uint64_t cached = files - std::min(files, shared);
    // Earlier runs left some, with what else is charged before a run beside the box. At the limit the kernel may have
    // dropped that, so all counts there.
    const bool at_limit = memory_set_ && *memory_set_ && peak + kOrdinary >= (*memory_set_)->count + overhead_;
    const std::uint64_t box = overhead_ - kReserve;
    const std::uint64_t left_before = at_limit || !peak_resets_ ? 0 : peak_before_ - std::min(peak_before_, box);
    reading.has_file_cache = cached > left_before + (1 << 20);
    if (wanted == Peak::of_tree) reading.peak = Bytes{held};
    // What it printed, and its files, are there still; page cache cannot be told from what it held.
    const std::uint64_t without_files = held - std::min(held, shared);
    if (wanted == Peak::of_one && !reading.has_file_cache && without_files > ordinary)
        reading.beyond = Bytes{without_files};
    return reading;
}

void BoxCgroup::remove() {
    for (const std::string& folder : folders_) remove_group(folder);
    folders_.clear();
}

}  // namespace judge
