#include "checker/line_rules.h"

#include "checker/blank_lane.h"

namespace judge {

namespace {

Found wrong(const Lockstep& steps, Cause cause) {
    return {CheckOutcome::Kind::wrong_answer, cause, steps.output.offset(), steps.answer.offset(), {}, {}};
}

Cause cause_at(Lockstep& steps, Cause inside) {
    if (peek(steps.output) < 0) return Cause::output_ends;
    return peek(steps.answer) < 0 ? Cause::output_goes_on : inside;
}

/// Passes white space up to, not over, the line end; true if the line ends there.
bool rest_is_blank(ByteStream& stream) {
    while (stream.fill()) {
        const char c = stream.window().front();
        if (c == '\n') return true;
        if (!is_space(c)) return false;
        stream.skip(1);
    }
    return true;
}

/// A line end with at most two blanks before it.
std::size_t small_line_end(const char* at) {
    constexpr std::size_t kMost = 3;
    std::size_t count = 0;
    while (count + 1 < kMost && at[count] != '\n' && is_space(at[count])) ++count;
    return at[count] == '\n' ? count + 1 : 0;
}

/// The next byte with CR LF read as LF, and the bytes it takes; 0 bytes at the end.
struct Unit {
    char byte = 0;
    std::size_t bytes = 0;
};

Unit next_unit(ByteStream& stream) {
    stream.want(2);
    const std::string_view window = stream.window();
    if (window.empty()) return {};
    if (window.starts_with("\r\n")) return {'\n', 2};
    return {window.front(), 1};
}

}  // namespace

Found compare_exact(ByteStream& output, ByteStream& answer) {
    Lockstep steps(output, answer);
    if (!steps.advance()) return {};
    return wrong(steps, cause_at(steps, Cause::byte));
}

Found compare_exact_lines(ByteStream& output, ByteStream& answer) {
    Lockstep steps(output, answer);
    while (steps.advance()) {
        steps.back(1, [](char c) { return c == '\r'; });
        const Unit got = next_unit(output);
        const Unit expected = next_unit(answer);
        const bool equal = got.bytes > 0 && expected.bytes > 0 && got.byte == expected.byte;
        if (!equal) return wrong(steps, cause_at(steps, Cause::byte));
        output.skip(got.bytes);
        answer.skip(expected.bytes);
        steps.resync();
    }
    return {};
}

Found compare_lines(TrailingLines trailing, ByteStream& output, ByteStream& answer) {
    Lockstep steps(output, answer);
    while (steps.advance()) {
        if (pass_separators(steps, [](const char* at, bool) { return small_line_end(at); })) continue;
        const Found place = wrong(steps, Cause::line);
        if (!rest_is_blank(output) || !rest_is_blank(answer)) return place;
        // Both lines end here, perhaps with their file.
        const bool output_ends = peek(output) < 0;
        const bool answer_ends = peek(answer) < 0;
        steps.resync();
        if (output_ends == answer_ends) continue;
        if (trailing == TrailingLines::counted) return wrong(steps, cause_at(steps, Cause::line));
        ByteStream& longer = output_ends ? answer : output;
        if (skip_spaces(longer)) return wrong(steps, cause_at(steps, Cause::line));
        return {};
    }
    return {};
}

}  // namespace judge
