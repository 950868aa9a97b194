#include "checker/dmoj_floats.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "checker/item.h"

namespace judge {

namespace {

Found wrong_at(Cause cause, std::uint64_t output, std::uint64_t answer) {
    return {CheckOutcome::Kind::wrong_answer, cause, output, answer, {}, {}};
}

/// As Python's float(bytes): decimal, single underscores between digits, infinite beyond the range, and the words inf,
/// infinity and nan in any case.
std::optional<double> python_float(const Item& item) {
    const std::optional<std::string_view> whole = item.whole();
    if (!whole) return std::nullopt;
    std::string text;
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t at = 0; at < whole->size(); ++at) {
        const char c = (*whole)[at];
        const bool between = at > 0 && at + 1 < whole->size() && digit((*whole)[at - 1]) && digit((*whole)[at + 1]);
        if (c == '_' && between) continue;
        text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    if (const auto value = parse_number(text, NumberForm::testlib)) return value;
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.erase(0, 1);
    double value = 0;
    if (text == "inf" || text == "infinity")
        value = std::numeric_limits<double>::infinity();
    else if (text == "nan")
        value = std::numeric_limits<double>::quiet_NaN();
    else
        return std::nullopt;
    return negative ? -value : value;
}

/// Every comparison is of the kind that a NaN fails.
bool near(const CompareOptions& options, double expected, double got) {
    const double e = options.epsilon;
    switch (options.error_mode) {
        case ErrorMode::absolute:
            return std::fabs(got - expected) <= e;
        case ErrorMode::relative: {
            const double low = expected * (1 - e), high = expected * (1 + e);
            return std::min(low, high) <= got && got <= std::max(low, high);
        }
        case ErrorMode::either:
            break;
    }
    return std::fabs(got - expected) <= e || (std::fabs(expected) >= e && std::fabs(1 - got / expected) <= e);
}

/// The next token of the line that the stream is in; false where the line ends.
bool next_in_line(ByteStream& stream, Item& item) {
    pass(stream, [](char c) { return is_space(c) && !is_dmoj_line_end(c); });
    item.begin(stream.offset());
    if (!stream.fill() || is_dmoj_line_end(stream.window().front())) return false;
    return read_token(stream, item, is_space);
}

}  // namespace

Found compare_dmoj_floats(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    Item got, expected;
    for (;;) {
        const bool output_line = pass(output, is_dmoj_line_end), answer_line = pass(answer, is_dmoj_line_end);
        if (!output_line && !answer_line) return {};
        if (!output_line) return wrong_at(Cause::output_ends, output.offset(), answer.offset());
        if (!answer_line) return wrong_at(Cause::output_goes_on, output.offset(), answer.offset());
        for (;;) {
            const bool output_token = next_in_line(output, got), answer_token = next_in_line(answer, expected);
            if (output_token != answer_token) return wrong_at(Cause::line, got.offset, expected.offset);
            if (!output_token) break;
            const std::optional<double> number = python_float(expected);
            if (!number) {
                if (!(got == expected)) return wrong_at(Cause::token, got.offset, expected.offset);
                continue;
            }
            const std::optional<double> value = python_float(got);
            if (!value) return wrong_at(Cause::not_a_number, got.offset, expected.offset);
            if (!near(options, *number, *value)) return wrong_at(Cause::number, got.offset, expected.offset);
        }
    }
}

}  // namespace judge
