#include "base/units.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "base/utf8.h"

namespace judge {
namespace {

struct Unit {
    std::string_view name;
    double factor;
};

constexpr Unit kTimeUnits[] = {{"", 1e9},  {"ns", 1},    {"us", 1e3},   {"µs", 1e3},  {"ms", 1e6},
                               {"s", 1e9}, {"sec", 1e9}, {"min", 60e9}, {"h", 3600e9}};
constexpr double kKib = 1024, kMib = 1048576, kGib = 1073741824, kTib = 1099511627776;
constexpr Unit kSizeUnits[] = {{"", kMib},    {"b", 1},     {"k", kKib},   {"kb", kKib}, {"kib", kKib},
                               {"m", kMib},   {"mb", kMib}, {"mib", kMib}, {"g", kGib},  {"gb", kGib},
                               {"gib", kGib}, {"t", kTib},  {"tb", kTib},  {"tib", kTib}};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// A decimal number and the word after it.
struct Quantity {
    double number = 0;
    std::string unit;
};

/// from_chars, because strtod would follow the locale.
std::optional<Quantity> split(std::string_view text) {
    text = trimmed(text);
    const bool negative = !text.empty() && text.front() == '-';
    const std::string_view digits = negative ? text.substr(1) : text;
    if (digits.empty() || (digits[0] != '.' && (digits[0] < '0' || digits[0] > '9'))) return std::nullopt;
    Quantity quantity;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, quantity.number, std::chars_format::fixed);
    if (error != std::errc()) return std::nullopt;
    quantity.unit = lower_ascii(trimmed({rest, static_cast<std::size_t>(end - rest)}));
    return quantity;
}

template <std::size_t N>
std::optional<double> factor_of(const Unit (&units)[N], std::string_view name) {
    for (const Unit& unit : units)
        if (unit.name == name) return unit.factor;
    return std::nullopt;
}

/// The quantity in base units, rounded, between 1 and `most`; else what is wrong with it.
template <std::size_t N>
Result<std::uint64_t> parse_quantity(std::string_view text, const Unit (&units)[N], double most, Error wrong) {
    const auto fail = [&](std::string_view cause) {
        wrong.message += fmt::format(" '{}': {}", text, cause);
        return wrong;
    };
    if (trimmed(text).empty()) return fail("it is empty");
    const std::optional<Quantity> quantity = split(text);
    if (!quantity) return fail("it is not a number with a unit");
    const std::optional<double> factor = factor_of(units, quantity->unit);
    if (!factor) return fail(fmt::format("unknown unit '{}'", quantity->unit));
    if (quantity->number < 0) return fail("it is negative");
    const double value = std::round(quantity->number * *factor);
    if (value < 1) return fail("it is zero");
    if (value > most) return fail("it is too large");
    return static_cast<std::uint64_t>(value);
}

}  // namespace

std::string to_text(Nanos time) {
    const std::string sign = time.count() < 0 ? "-" : "";
    const double ms = std::abs(static_cast<double>(time.count())) / 1e6;
    if (ms == 0) return "0 ms";
    if (ms < 0.0995) return fmt::format("{}{:.3f} ms", sign, ms);
    if (ms < 9.995) return fmt::format("{}{:.2f} ms", sign, ms);
    if (ms < 999.5) return fmt::format("{}{:.0f} ms", sign, ms);
    if (ms < 9995) return fmt::format("{}{:.2f} s", sign, ms / 1e3);
    if (ms < 59950) return fmt::format("{}{:.1f} s", sign, ms / 1e3);
    const auto seconds = static_cast<std::uint64_t>(std::round(ms / 1e3));
    return fmt::format("{}{}:{:02} min", sign, seconds / 60, seconds % 60);
}

std::string to_text(Bytes size) {
    if (size.count < 1024) return fmt::format("{} B", size.count);
    auto value = static_cast<double>(size.count);
    std::string_view unit;
    for (const std::string_view name : {"KB", "MB", "GB", "TB"}) {
        value /= 1024;
        unit = name;
        if (value < 1023.5) break;
    }
    std::string digits = value < 99.95 ? fmt::format("{:.1f}", value) : fmt::format("{:.0f}", value);
    if (digits.ends_with(".0")) digits.resize(digits.size() - 2);
    return fmt::format("{} {}", digits, unit);
}

Result<Nanos> parse_time(std::string_view text) {
    const Error wrong{ErrorCode::usage, "cannot read the time",
                      "write a number with a unit: ns, us, ms, s, min or h (a bare number is seconds), at most a day"};
    JUDGE_ASSIGN(count, parse_quantity(text, kTimeUnits, 86400e9, wrong));
    return Nanos(static_cast<std::int64_t>(count));
}

Result<Bytes> parse_size(std::string_view text) {
    const Error wrong{ErrorCode::usage, "cannot read the size",
                      "write a number with a unit: b, KB, MB, GB or TB (a bare number is MB), at most 1 TB"};
    const std::optional<Quantity> quantity = split(text);
    if (quantity && quantity->unit.empty() && quantity->number >= kMib)
        return Error{ErrorCode::usage, fmt::format("cannot read the size '{}': it may mean bytes or MB", text),
                     fmt::format("add the unit: '{0}b' is bytes, '{0}MB' is megabytes", trimmed(text))};
    JUDGE_ASSIGN(count, parse_quantity(text, kSizeUnits, kTib, wrong));
    return Bytes{count};
}

}  // namespace judge
