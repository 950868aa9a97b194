#pragma once

// Units live in types: a time is Nanos, a size is Bytes, and neither is a plain number.

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace judge {

/// A span of time in nanoseconds, signed, up to 292 years.
using Nanos = std::chrono::nanoseconds;

/// A size in bytes.
struct Bytes {
    std::uint64_t count = 0;

    auto operator<=>(const Bytes&) const = default;
};

constexpr Bytes operator+(Bytes a, Bytes b) {
    return {a.count + b.count};
}
constexpr Bytes kib(std::uint64_t n) {
    return {n << 10};
}
constexpr Bytes mib(std::uint64_t n) {
    return {n << 20};
}
constexpr Bytes gib(std::uint64_t n) {
    return {n << 30};
}

constexpr double to_seconds(Nanos time) {
    return static_cast<double>(time.count()) / 1e9;
}

/// "0.83 ms", "12 ms", "1.75 s", "2:05 min": two or three digits that matter. Negative times keep their sign.
std::string to_text(Nanos time);

/// "0 B", "812 B", "4.5 KB", "256 MB", "1.5 GB" in powers of 1024, as judges print them.
std::string to_text(Bytes size);

/// Reads "1500ms", "1.5s", "2 s", "90", "1min" (a bare number is seconds).
/// Errors: usage - empty, negative, zero, not a number, unknown unit, over a day; the message names the units.
Result<Nanos> parse_time(std::string_view text);

/// Reads "256MB", "256 MiB", "64k", "1g", "1048576" (a bare number is MB below 1048576 and is refused as ambiguous from
/// there on; "b" is bytes). Errors: usage - empty, negative, zero, not a number, unknown unit, over 1 TB; the message
/// names the units.
Result<Bytes> parse_size(std::string_view text);

}  // namespace judge
