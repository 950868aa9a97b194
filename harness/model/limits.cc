#include "model/limits.h"

#include <fmt/format.h>

namespace judge {
namespace {

constexpr Nanos kLongest = std::chrono::hours(24);
constexpr Bytes kLargest = gib(1024);
constexpr std::uint32_t kMost = 1'000'000;

Error refused(std::string_view name, const std::string& value, std::string_view cause) {
    return {ErrorCode::usage, fmt::format("cannot use the {} limit of {}: {}", name, value, cause), ""};
}

Status check_time(std::string_view name, const std::optional<Nanos>& time) {
    if (time && time->count() == 0) return refused(name, to_text(*time), "it is zero");
    if (time && time->count() < 0) return refused(name, to_text(*time), "it is negative");
    if (time && *time > kLongest) return refused(name, to_text(*time), "it is over a day");
    return Done{};
}

Status check_size(std::string_view name, const std::optional<Bytes>& size) {
    if (size && size->count == 0) return refused(name, to_text(*size), "it is zero");
    if (size && *size > kLargest) return refused(name, to_text(*size), "it is over 1 TB");
    return Done{};
}

Status check_count(std::string_view name, const std::optional<std::uint32_t>& count) {
    if (count && *count == 0) return refused(name, "0", "it is zero");
    if (count && *count > kMost) return refused(name, std::to_string(*count), "it is over a million");
    return Done{};
}

template <typename T>
std::optional<T> first_of(const std::optional<T>& over, const std::optional<T>& base) {
    return over ? over : base;
}

}  // namespace

Limits merged(const Limits& base, const Limits& over) {
    Limits limits;
    limits.cpu_time = first_of(over.cpu_time, base.cpu_time);
    limits.wall_time = first_of(over.wall_time, base.wall_time);
    limits.memory = first_of(over.memory, base.memory);
    limits.stack = first_of(over.stack, base.stack);
    limits.output = first_of(over.output, base.output);
    limits.file_size = first_of(over.file_size, base.file_size);
    limits.processes = first_of(over.processes, base.processes);
    limits.open_files = first_of(over.open_files, base.open_files);
    return limits;
}

Status check(const Limits& limits) {
    JUDGE_TRY(check_time("CPU time", limits.cpu_time));
    JUDGE_TRY(check_time("wall time", limits.wall_time));
    JUDGE_TRY(check_size("memory", limits.memory));
    JUDGE_TRY(check_size("stack", limits.stack));
    JUDGE_TRY(check_size("output", limits.output));
    JUDGE_TRY(check_size("file size", limits.file_size));
    JUDGE_TRY(check_count("process", limits.processes));
    JUDGE_TRY(check_count("open file", limits.open_files));
    return Done{};
}

}  // namespace judge
