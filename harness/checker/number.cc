#include "checker/number.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>

namespace judge {

namespace {

/// The parts of a decimal number, taken apart in one pass.
struct Decimal {
    std::uint64_t digits = 0;   // the first significant digits as one integer
    int significant = 0;        // how many of them, leading zeros not counted
    std::int64_t exponent = 0;  // of ten, for `digits`
    bool exact = true;          // no digit was left out
    bool negative = false;
};

constexpr std::array<double, 23> kPowersOfTen = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

constexpr bool is_digit(char c) {
    return static_cast<unsigned char>(c - '0') < 10;
}

struct Scanner {
    const char* at;
    const char* end;
    Decimal value;

    /// Reads digits; each moves the exponent by `step` (-1 after the point). Returns how many there were.
    int digits(int step) {
        const char* const begin = at;
        for (; at != end && is_digit(*at); ++at) {
            const auto digit = static_cast<unsigned>(*at - '0');
            if (value.significant < 19) {
                value.digits = value.digits * 10 + digit;
                if (value.significant > 0 || digit > 0) ++value.significant;
                value.exponent += step;
            } else {
                value.exponent += step + 1;
                value.exact = value.exact && digit == 0;
            }
        }
        return static_cast<int>(at - begin);
    }

    bool exponent() {
        ++at;
        bool negative = false;
        if (at != end && (*at == '+' || *at == '-')) negative = *at++ == '-';
        if (at == end || !is_digit(*at)) return false;
        std::int64_t number = 0;
        for (; at != end && is_digit(*at); ++at)
            if (number < 1'000'000) number = number * 10 + (*at - '0');
        value.exponent += negative ? -number : number;
        return true;
    }

    /// True if the whole text is a decimal number.
    bool scan() {
        if (at != end && (*at == '+' || *at == '-')) value.negative = *at++ == '-';
        int count = digits(0);
        if (at != end && *at == '.') {
            ++at;
            count += digits(-1);
        }
        if (count == 0) return false;
        if (at != end && (*at == 'e' || *at == 'E') && !exponent()) return false;
        return at == end;
    }
};

/// What a value outside double's range becomes: nothing where it is huge and the form wants a finite one.
enum class Outside : std::uint8_t { zero, infinite, text };

/// The value of an unsigned number by the library, which rounds correctly at every length.
std::optional<double> by_library(std::string_view digits, std::chars_format format, Outside outside) {
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, format);
    if (end != digits.data() + digits.size()) return std::nullopt;
    if (error == std::errc()) return value;
    if (outside == Outside::text) return std::nullopt;
    return outside == Outside::zero ? 0.0 : std::numeric_limits<double>::infinity();
}

std::optional<double> hexadecimal(std::string_view digits) {
    if (!digits.starts_with("0x") && !digits.starts_with("0X")) return std::nullopt;
    digits.remove_prefix(2);
    if (digits.find_first_not_of("0123456789abcdefABCDEF.pP+-") != std::string_view::npos) return std::nullopt;
    if (digits.empty() || digits.front() == '-' || digits.front() == '+') return std::nullopt;
    const bool tiny = digits.find("p-") != std::string_view::npos || digits.find("P-") != std::string_view::npos;
    return by_library(digits, std::chars_format::hex, tiny ? Outside::zero : Outside::text);
}

std::optional<double> signed_value(std::optional<double> value, bool negative) {
    return value && negative ? -*value : value;
}

}  // namespace

std::optional<double> parse_number(std::string_view token, NumberForm form) {
    Scanner scanner{token.data(), token.data() + token.size(), {}};
    const bool decimal_form = scanner.scan();
    const Decimal& decimal = scanner.value;
    const bool has_sign = !token.empty() && (token.front() == '+' || token.front() == '-');
    const std::string_view digits = token.substr(has_sign ? 1 : 0);
    if (!decimal_form)
        return form == NumberForm::c_double ? signed_value(hexadecimal(digits), decimal.negative) : std::nullopt;
    if (decimal.digits == 0) return decimal.negative ? -0.0 : 0.0;
    constexpr std::uint64_t kExactIntegers = std::uint64_t{1} << 53;
    // Clinger's fast path: both the integer and the power of ten are exact doubles, so one rounding is the right one.
    if (decimal.exact && decimal.digits <= kExactIntegers && decimal.exponent >= -22 && decimal.exponent <= 22) {
        auto value = static_cast<double>(decimal.digits);
        if (decimal.exponent < 0) value /= kPowersOfTen[static_cast<std::size_t>(-decimal.exponent)];
        if (decimal.exponent > 0) value *= kPowersOfTen[static_cast<std::size_t>(decimal.exponent)];
        return decimal.negative ? -value : value;
    }
    const bool tiny = decimal.exponent + decimal.significant < 0;
    const Outside huge = form == NumberForm::testlib ? Outside::infinite : Outside::text;
    return signed_value(by_library(digits, std::chars_format::general, tiny ? Outside::zero : huge), decimal.negative);
}

}  // namespace judge
