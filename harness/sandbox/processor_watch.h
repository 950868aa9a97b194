#pragma once

// What happens to a processor behind a program's back: time that the hypervisor gave to others, and a clock that falls.

#include <cstdint>
#include <optional>
#include <string>

#include "base/units.h"
#include "model/run.h"

namespace judge {

struct ProcessorFacts {
    std::optional<Nanos> stolen;       // since the machine started
    std::optional<std::uint64_t> khz;  // at present
};

/// The kernel's figures of processor `cpu`; what the machine does not tell is absent. `root` stands before the paths
/// and is empty but in tests. Source: proc(5), "steal" of /proc/stat, in ticks; Linux cpufreq user guide,
/// scaling_cur_freq.
ProcessorFacts read_processor(std::uint32_t cpu, const std::string& root = "");

/// The figures around each run of one box. Times are of a monotonic clock.
class ProcessorWatch {
  public:
    /// Runs shorter than this are not looked at: the kernel counts in ticks of up to 10 ms.
    static constexpr Nanos kGrain = std::chrono::milliseconds(20);
    /// So old may the figures before a run be. Short runs in a row thus cost no reading each.
    static constexpr Nanos kFresh = std::chrono::milliseconds(100);

    explicit ProcessorWatch(std::string root = "") : root_(std::move(root)) {}

    /// A run on `cpu` begins; nothing is looked at where that is RunRequest::kAnyCpu.
    void begin(std::uint32_t cpu, Nanos now);
    /// It ended: fills `stolen`, `khz_before` and `khz_after` in. Needs `usage.wall`.
    void finish(Usage& usage, Nanos now);

  private:
    std::string root_;
    std::uint32_t cpu_ = RunRequest::kAnyCpu;
    ProcessorFacts before_;
    std::optional<Nanos> read_at_;
};

}  // namespace judge
