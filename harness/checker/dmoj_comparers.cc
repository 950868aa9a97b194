// DMOJ's built-in checkers, by name. Source: DMOJ/judge-server dmoj/checkers/*.py and _checker.c, as read 2026-11-30.
// `bridged` is a protocol, not a comparer.

#include <array>
#include <charconv>
#include <cmath>

#include "checker/comparer_tables.h"
#include "checker/dmoj_floats.h"
#include "checker/item.h"
#include "checker/line_rules.h"
#include "checker/multiset.h"

namespace judge {

namespace {

using Kind = CheckOutcome::Kind;

Found wrong_at(Cause cause, std::uint64_t output, std::uint64_t answer) {
    return {Kind::wrong_answer, cause, output, answer, {}, {}};
}

Found partial(double score, std::string words) {
    Found found;
    found.kind = score >= 1 ? Kind::accepted : score > 0 ? Kind::partial : Kind::wrong_answer;
    found.score = score;
    found.words = std::move(words);
    return found;
}

Found fault(std::string words) {
    Found found;
    found.kind = Kind::judge_fault;
    found.words = std::move(words);
    return found;
}

// standard: the tokens agree, and so does whether a line end stands between two of them.

enum class Separator : std::uint8_t { none, blank, line };

Separator pass_separator(ByteStream& stream) {
    Separator seen = Separator::none;
    while (stream.fill() && is_space(stream.window().front())) {
        if (is_dmoj_line_end(stream.window().front())) seen = Separator::line;
        if (seen == Separator::none) seen = Separator::blank;
        stream.skip(1);
    }
    return seen;
}

Found run_standard(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    skip_spaces(output);
    skip_spaces(answer);
    for (;;) {
        const std::uint64_t output_at = output.offset(), answer_at = answer.offset();
        const Separator expected = pass_separator(answer);
        const Separator got = pass_separator(output);
        const bool output_ends = peek(output) < 0, answer_ends = peek(answer) < 0;
        if (output_ends && answer_ends) return {};
        if (output_ends) return wrong_at(Cause::output_ends, output.offset(), answer.offset());
        if (answer_ends) return wrong_at(Cause::output_goes_on, output.offset(), answer.offset());
        if (expected != got) {
            const bool joined = expected == Separator::none || got == Separator::none;
            return wrong_at(joined ? Cause::token : Cause::white_space, output_at, answer_at);
        }
        while (answer.fill() && !is_space(answer.window().front())) {
            if (!output.fill() || output.window().front() != answer.window().front())
                return wrong_at(Cause::token, output.offset(), answer.offset());
            output.skip(1);
            answer.skip(1);
        }
    }
}

Found run_identical(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    const Found found = compare_exact(output, answer);
    if (found.kind == Kind::accepted || !options.presentation) return found;
    ByteStream output_again(output.fd(), output.capacity()), answer_again(answer.fd(), answer.capacity());
    if (run_standard(options, output_again, answer_again).kind != Kind::accepted) return found;
    return {Kind::presentation_error, Cause::white_space, found.output_offset, found.answer_offset, {}, {}};
}

// easy: as many of each byte, white space aside and ASCII case folded.

Found run_easy(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    std::array<std::int64_t, 256> balance{};
    const auto count = [&](ByteStream& stream, std::int64_t sign) {
        for (; stream.fill(); stream.skip(1)) {
            char c = stream.window().front();
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
            if (!is_space(c)) balance[static_cast<unsigned char>(c)] += sign;
        }
    };
    count(output, 1);
    count(answer, -1);
    for (std::size_t byte = 0; byte < balance.size(); ++byte) {
        if (balance[byte] == 0) continue;
        Found found;
        found.kind = Kind::wrong_answer;
        found.words = "the output has " + std::to_string(std::abs(balance[byte])) +
                      (balance[byte] > 0 ? " more" : " fewer") + " of byte " + std::to_string(byte) +
                      " than the answer";
        return found;
    }
    return {};
}

// sorted and unordered: the lines, or the tokens, agree as multisets.

bool next_line_with_bytes(ByteStream& stream, Item& item, LineForm form) {
    return pass(stream, is_dmoj_line_end) && read_line(stream, item, form, LineEnds::lf_and_cr);
}

Found run_sorted(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    if (options.by_tokens)
        return compare_multisets([](ByteStream& stream, Item& item) { return read_token(stream, item, is_space); },
                                 output, answer);
    return compare_multisets(
        [](ByteStream& stream, Item& item) { return next_line_with_bytes(stream, item, LineForm::words); }, output,
        answer);
}

// rstripped: line by line, white space at their ends aside. LF and CR each part two lines, so that a line end at the
// end of the file is followed by one more, empty line.

class Pieces {
  public:
    Pieces(ByteStream& stream, bool filter) : stream_(stream), filter_(filter) {}

    bool next(Item& item) {
        while (more_) {
            const bool some = read_line(stream_, item, LineForm::rstripped, LineEnds::lf_and_cr);
            more_ = some && is_dmoj_line_end(stream_.before(1));
            if (filter_ && item.offset + (more_ ? 1 : 0) == stream_.offset()) continue;  // not even white space
            return true;
        }
        return false;
    }

  private:
    ByteStream& stream_;
    bool filter_;
    bool more_ = true;
};

Found run_rstripped(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    Item got, expected;
    Pieces output_lines(output, options.filter_blank_lines), answer_lines(answer, options.filter_blank_lines);
    for (;;) {
        const bool output_line = output_lines.next(got), answer_line = answer_lines.next(expected);
        if (!output_line && !answer_line) return {};
        if (!output_line) return wrong_at(Cause::output_ends, output.offset(), expected.offset);
        if (!answer_line) return wrong_at(Cause::output_goes_on, got.offset, answer.offset());
        if (!(got == expected)) return wrong_at(Cause::line, got.offset, expected.offset);
    }
}

// linecount and linematches: points by line.

Found run_linecount(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    Item got, expected;
    std::uint64_t lines = 0, right = 0;
    while (next_line_with_bytes(answer, expected, LineForm::stripped)) {
        ++lines;
        if (next_line_with_bytes(output, got, LineForm::stripped) && got == expected) ++right;
    }
    if (next_line_with_bytes(output, got, LineForm::stripped))
        return wrong_at(Cause::output_goes_on, got.offset, answer.offset());
    if (lines == 0) return {};
    return partial(static_cast<double>(right) / static_cast<double>(lines),
                   std::to_string(right) + " of " + std::to_string(lines) + " lines are right");
}

Found run_linematches(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    Item got, expected;
    double points = 0, all = 0;
    std::size_t lines = 0, output_lines = 0;
    for (; next_line_with_bytes(answer, expected, LineForm::raw); ++lines) {
        if (lines == options.line_points.size())
            return fault("the answer has more lines than point_distribution has numbers");
        all += options.line_points[lines];
        if (!next_line_with_bytes(output, got, LineForm::raw)) continue;
        ++output_lines;
        if (got == expected) points += options.line_points[lines];
    }
    if (lines != options.line_points.size())
        return fault("the answer has fewer lines than point_distribution has numbers");
    while (next_line_with_bytes(output, got, LineForm::raw)) ++output_lines;
    if (options.same_length && output_lines != lines) {
        Found found;
        found.kind = Kind::wrong_answer;
        found.words = "the output has " + std::to_string(output_lines) + " lines, the answer " + std::to_string(lines);
        return found;
    }
    return partial(points / all, "");
}

Status bad(std::string message) {
    return Error{ErrorCode::usage, std::move(message), ""};
}

Status set_precision(CompareOptions& options, std::string_view value) {
    int digits = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), digits);
    if (error != std::errc() || end != value.data() + value.size() || digits < 0 || digits > 300)
        return bad("'" + std::string(value) + "' is no number of digits from 0 to 300");
    options.epsilon = std::pow(10.0, -digits);
    return Done{};
}
Status set_error_mode(CompareOptions& options, std::string_view value) {
    if (value == "default") return options.error_mode = ErrorMode::either, Done{};
    if (value == "absolute") return options.error_mode = ErrorMode::absolute, Done{};
    if (value == "relative") return options.error_mode = ErrorMode::relative, Done{};
    return bad("'" + std::string(value) + "' is none of default, absolute, relative");
}
Status set_split_on(CompareOptions& options, std::string_view value) {
    if (value != "lines" && value != "whitespace")
        return bad("'" + std::string(value) + "' is none of lines, whitespace");
    options.by_tokens = value == "whitespace";
    return Done{};
}
Status set_pe_allowed(CompareOptions& options, std::string_view) {
    options.presentation = true;
    return Done{};
}
Status set_filter(CompareOptions& options, std::string_view) {
    options.filter_blank_lines = true;
    return Done{};
}
Status set_filler_optional(CompareOptions& options, std::string_view) {
    options.same_length = false;
    return Done{};
}
Status set_points(CompareOptions& options, std::string_view value) {
    options.line_points.clear();
    while (!value.empty()) {
        const std::size_t end = std::min(value.find(','), value.size());
        JUDGE_ASSIGN(points, tolerance_from(value.substr(0, end)));
        options.line_points.push_back(points);
        value.remove_prefix(std::min(end + 1, value.size()));
    }
    return Done{};
}
Status needs_points(const CompareOptions& options) {
    for (const double points : options.line_points)
        if (points > 0) return Done{};
    return bad("the sum of point_distribution must be positive");
}

constexpr std::array kIdenticalFlags = {
    CompareFlag{"pe_allowed", "", "what `dmoj-standard` accepts is a presentation error", set_pe_allowed}};
constexpr std::array kSortedFlags = {CompareFlag{"split_on", "KIND", "lines (default) or whitespace", set_split_on}};
constexpr std::array kRstrippedFlags = {CompareFlag{"filter_new_line", "", "empty lines do not count", set_filter}};
constexpr std::array kMatchFlags = {
    CompareFlag{"point_distribution", "N,N,...", "points of each line; default 1", set_points},
    CompareFlag{"filler_lines_optional", "", "the number of lines need not agree", set_filler_optional}};
constexpr std::array kFloatFlags = {
    CompareFlag{"precision", "N", "the tolerance is 10^-N; default 6", set_precision},
    CompareFlag{"error_mode", "MODE", "default (either), absolute or relative", set_error_mode}};

CompareOptions floats(ErrorMode mode) {
    CompareOptions options;
    options.epsilon = std::pow(10.0, -6);
    options.error_mode = mode;
    return options;
}
CompareOptions by_tokens() {
    CompareOptions options;
    options.by_tokens = true;
    return options;
}
CompareOptions one_point() {
    CompareOptions options;
    options.line_points = {1};
    return options;
}

}  // namespace

std::span<const ComparerRow> dmoj_comparers() {
    constexpr std::string_view kFloats =
        "line by line, empty ones aside, the tokens agree; where the answer's is a number (as Python reads one) the "
        "output's "
        "is one within the tolerance, and nan never is";
    static const std::array rows = {
        ComparerRow{"dmoj-standard",
                    "the tokens agree, and whether a line end stands between two of them",
                    "DMOJ checker standard, _checker.c",
                    {},
                    {},
                    true,
                    run_standard},
        ComparerRow{"dmoj-easy",
                    "each byte occurs as often, white space aside and ASCII case folded",
                    "DMOJ checker easy",
                    {},
                    {},
                    true,
                    run_easy},
        ComparerRow{"dmoj-identical",
                    "every byte is equal",
                    "DMOJ checker identical",
                    {},
                    kIdenticalFlags,
                    true,
                    run_identical},
        ComparerRow{"dmoj-floats", kFloats, "DMOJ checker floats", floats(ErrorMode::either), kFloatFlags, false,
                    compare_dmoj_floats},
        ComparerRow{"dmoj-floatsabs", kFloats, "DMOJ checker floatsabs", floats(ErrorMode::absolute), kFloatFlags,
                    false, compare_dmoj_floats},
        ComparerRow{"dmoj-floatsrel", kFloats, "DMOJ checker floatsrel", floats(ErrorMode::relative), kFloatFlags,
                    false, compare_dmoj_floats},
        ComparerRow{"dmoj-sorted",
                    "the lines agree as a multiset, each as its tokens, empty ones aside",
                    "DMOJ checker sorted",
                    {},
                    kSortedFlags,
                    true,
                    run_sorted},
        ComparerRow{"dmoj-unordered",
                    "the tokens agree as a multiset",
                    "DMOJ checker unordered",
                    by_tokens(),
                    {},
                    true,
                    run_sorted},
        ComparerRow{"dmoj-rstripped",
                    "the lines agree but for white space at their ends; LF and CR each end a line",
                    "DMOJ checker rstripped",
                    {},
                    kRstrippedFlags,
                    true,
                    run_rstripped},
        ComparerRow{"dmoj-linecount",
                    "the share of lines that agree, white space around them and empty lines aside, is the score",
                    "DMOJ checker linecount",
                    {},
                    {},
                    true,
                    run_linecount},
        ComparerRow{"dmoj-linematches", "the points of the lines that agree are the score, empty lines aside",
                    "DMOJ checker linematches", one_point(), kMatchFlags, false, run_linematches, needs_points},
    };
    return rows;
}

}  // namespace judge
