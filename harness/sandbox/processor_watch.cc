#include "sandbox/processor_watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/files.h"

namespace judge {
namespace {

constexpr int kStealColumn = 8;  // of a line of /proc/stat, its name being the first

std::optional<std::uint64_t> leading_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && rest != text.data() ? std::optional(number) : std::nullopt;
}

// "cpu1 93478 862 25110 47141 762 0 394 0 0 0": the column `wanted`, from 0.
std::string_view column_of(std::string_view line, int wanted) {
    for (int column = 0; column < wanted; ++column) {
        line.remove_prefix(std::min(line.find(' '), line.size()));
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    }
    return line.substr(0, line.find(' '));
}

}  // namespace

ProcessorFacts read_processor(std::uint32_t cpu, const std::string& root) {
    ProcessorFacts facts;
    if (const Result<std::string> stat = read_file(root + "/proc/stat", mib(4))) {
        const std::string mark = fmt::format("\ncpu{} ", cpu);
        if (const std::size_t begin = stat->find(mark); begin != std::string::npos) {
            const std::string_view line =
                std::string_view(*stat).substr(begin + 1, stat->find('\n', begin + 1) - begin);
            const long ticks = ::sysconf(_SC_CLK_TCK);
            if (const auto steal = leading_number(column_of(line, kStealColumn)); steal && ticks > 0)
                facts.stolen = Nanos(static_cast<std::int64_t>(*steal) * (1'000'000'000 / ticks));
        }
    }
    const std::string clock = fmt::format("{}/sys/devices/system/cpu/cpu{}/cpufreq/scaling_cur_freq", root, cpu);
    if (const Result<std::string> khz = read_file(clock, kib(1))) facts.khz = leading_number(*khz);
    return facts;
}

void ProcessorWatch::begin(std::uint32_t cpu, Nanos now) {
    const bool known = cpu == cpu_ && read_at_ && now - *read_at_ <= kFresh;
    cpu_ = cpu;
    if (known || cpu == RunRequest::kAnyCpu) return;
    before_ = read_processor(cpu, root_);
    read_at_ = now;
}

void ProcessorWatch::finish(Usage& usage, Nanos now) {
    if (cpu_ == RunRequest::kAnyCpu || usage.wall < kGrain) return;
    const ProcessorFacts after = read_processor(cpu_, root_);
    if (before_.stolen && after.stolen) usage.stolen = std::max(Nanos{}, *after.stolen - *before_.stolen);
    if (before_.khz && after.khz) {
        usage.khz_before = before_.khz;
        usage.khz_after = after.khz;
    }
    before_ = after;
    read_at_ = now;
}

}  // namespace judge
