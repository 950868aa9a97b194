#pragma once

// Which tokens are numbers, and their values. Never depends on the locale.

#include <cstdint>
#include <optional>
#include <string_view>

namespace judge {

/// What counts as a number. In every form the whole token must be one: `1.0abc`, `1_000`, `1,5`, full-width digits and
/// `3\0junk` are text. So are `nan`, `inf` and `infinity`, with or without a sign: as text they equal only themselves.
enum class NumberForm : std::uint8_t {
    /// [+-] digits [. digits] [e [+-] digits], with a digit before or after the point; leading zeros are fine. A value
    /// beyond double's range (`1e400`) is text.
    decimal,
    /// As decimal, and C's hexadecimal floats `0x1.8p3`. Source: sscanf("%lf") as Kattis' default validator uses it.
    c_double,
    /// As decimal, but `1e400` is infinite. Source: testlib.h 0.9.45, InStream::readDouble.
    testlib,
};

/// The value of `token`, or nothing if it is not a number of that form. Correctly rounded.
std::optional<double> parse_number(std::string_view token, NumberForm form);

}  // namespace judge
