#include "checker/line_rules.h"

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

/// Passes the common case in one look: both sides at most two blanks before a line end. False: another case, nothing
/// passed.
bool small_line_ends(Lockstep& steps) {
    constexpr std::size_t kMost = 3;
    const auto length = [](std::string_view window) {
        std::size_t at = 0;
        while (at < kMost && at < window.size() && window[at] != '\n' && is_space(window[at])) ++at;
        return at < kMost && at < window.size() && window[at] == '\n' ? at + 1 : 0;
    };
    const std::size_t output = length(steps.output.window());
    const std::size_t answer = length(steps.answer.window());
    if (output == 0 || answer == 0) return false;
    steps.output.skip(output);
    steps.answer.skip(answer);
    steps.resync();
    return true;
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
        if (small_line_ends(steps)) continue;
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
