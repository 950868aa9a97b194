#include <array>
#include <cmath>

#include "checker/comparer_tables.h"
#include "checker/line_rules.h"
#include "checker/multiset.h"

namespace judge {

namespace {

Error bad_value(std::string message) {
    return {ErrorCode::usage, std::move(message), ""};
}

Status set_fold(CompareOptions& options, std::string_view) {
    options.rules.fold_case = true;
    return Done{};
}
Status set_case_sensitive(CompareOptions& options, std::string_view) {
    options.rules.fold_case = false;
    return Done{};
}
Status set_exact_space(CompareOptions& options, std::string_view) {
    options.rules.space = SpaceRule::exact;
    return Done{};
}
Status set_ignore_cr(CompareOptions& options, std::string_view) {
    options.ignore_cr = true;
    return Done{};
}

NumberRule& number_rule(CompareOptions& options) {
    if (!options.rules.number) options.rules.number = NumberRule{NumberForm::c_double, {}, {}};
    return *options.rules.number;
}
Status set_absolute(CompareOptions& options, std::string_view value) {
    JUDGE_ASSIGN(tolerance, tolerance_from(value));
    number_rule(options).absolute = tolerance;
    return Done{};
}
Status set_relative(CompareOptions& options, std::string_view value) {
    JUDGE_ASSIGN(tolerance, tolerance_from(value));
    number_rule(options).relative = tolerance;
    return Done{};
}
Status set_both(CompareOptions& options, std::string_view value) {
    JUDGE_TRY(set_absolute(options, value));
    return set_relative(options, value);
}

Status needs_tolerance(const CompareOptions& options) {
    if (options.rules.number->absolute || options.rules.number->relative) return Done{};
    return bad_value("it needs a tolerance");
}

Found run_exact(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    return options.ignore_cr ? compare_exact_lines(output, answer) : compare_exact(output, answer);
}
Found run_lines(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    return compare_lines(TrailingLines::forgiven, output, answer);
}
Found run_tokens(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    return compare_tokens(options.rules, output, answer);
}

constexpr std::array kExactFlags = {
    CompareFlag{"ignore_cr", "", "CR LF and LF are the same line end", set_ignore_cr},
};
constexpr std::array kTokenFlags = {
    CompareFlag{"case_insensitive", "", "ASCII letters are equal in either case", set_fold},
};
constexpr std::array kFloatFlags = {
    CompareFlag{"float_absolute_tolerance", "E", "numbers may be E apart", set_absolute},
    CompareFlag{"float_relative_tolerance", "E", "numbers may be E times the answer apart", set_relative},
    CompareFlag{"float_tolerance", "E", "either of the two", set_both},
    CompareFlag{"case_insensitive", "", "ASCII letters are equal in either case", set_fold},
};
constexpr std::array kKattisFlags = {
    CompareFlag{"case_sensitive", "", "letters must agree in case", set_case_sensitive},
    CompareFlag{"space_change_sensitive", "", "white space must agree byte for byte", set_exact_space},
    CompareFlag{"float_tolerance", "E", "either of the two below", set_both},
    CompareFlag{"float_relative_tolerance", "E", "numbers may be E times the answer apart", set_relative},
    CompareFlag{"float_absolute_tolerance", "E", "numbers may be E apart", set_absolute},
};

CompareOptions boj_options() {
    CompareOptions options;
    options.rules.space = SpaceRule::tolerant;
    options.rules.tolerance = {1, true};
    return options;
}
CompareOptions float_options() {
    CompareOptions options;
    options.rules.number = NumberRule{NumberForm::decimal, {}, {}};
    return options;
}
CompareOptions kattis_options() {
    CompareOptions options;
    options.rules.fold_case = true;
    return options;
}

Found run_unordered(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    if (options.by_tokens)
        return compare_multisets([](ByteStream& stream, Item& item) { return read_token(stream, item, is_space); },
                                 output, answer);
    return compare_multisets(
        [](ByteStream& stream, Item& item) {
            while (read_line(stream, item, LineForm::rstripped, LineEnds::lf))
                if (item.length > 0) return true;
            return false;
        },
        output, answer);
}
CompareOptions by_tokens() {
    CompareOptions options;
    options.by_tokens = true;
    return options;
}

}  // namespace

std::span<const ComparerRow> house_comparers() {
    static const std::array rows = {
        ComparerRow{
            "boj",
            "the tokens are equal; so is the white space between them, but that a blank and a line end stand for each "
            "other, CR LF "
            "is LF and one blank more or less before a line end does not matter; all white space after the last token "
            "is "
            "ignored. Tokens that agree under other white space are a presentation error",
            "BOJ: acmicpc.net/blog/view/55 and djm03178.tistory.com/22; where the two differ the more forgiving one",
            boj_options(),
            {},
            true,
            run_tokens},
        ComparerRow{"exact",
                    "every byte is equal",
                    "cmp(1); with ignore_cr the default of `oj test` of online-judge-tools 11.5.1",
                    {},
                    kExactFlags,
                    true,
                    run_exact},
        ComparerRow{
            "lines",
            "the lines are equal but for white space at their ends (CR too) and white space at the end of the file",
            "the default checker of Hydro; QDUOJ and most local tools",
            {},
            {},
            true,
            run_lines},
        ComparerRow{"tokens",
                    "the tokens between any white space are equal",
                    "testlib.h 0.9.45 wcmp; `oj test -N`",
                    {},
                    kTokenFlags,
                    true,
                    run_tokens},
        ComparerRow{
            "float",
            "the tokens are equal; where the answer's is a decimal number (hexadecimal ones, nan and inf are text) the "
            "output's is one too and within the tolerance, computed in double",
            "the house's own; a tolerance is required", float_options(), kFloatFlags, true, run_tokens,
            needs_tolerance},
        ComparerRow{
            "kattis",
            "the tokens are equal in either case; with a float flag, finite numbers (hexadecimal ones too) of the "
            "answer are compared with the tolerance; unlike the original, a NUL does not end a token",
            "Kattis problemtools, support/default_validator; problem package format 2025-09 and legacy",
            kattis_options(), kKattisFlags, true, run_tokens},
        ComparerRow{"unordered-lines",
                    "the lines agree as a multiset, white space at their ends and blank lines aside",
                    "the house's own",
                    {},
                    {},
                    true,
                    run_unordered},
        ComparerRow{"unordered-tokens",
                    "the tokens agree as a multiset",
                    "the house's own",
                    by_tokens(),
                    {},
                    true,
                    run_unordered},
    };
    return rows;
}

Result<double> tolerance_from(std::string_view text) {
    const std::optional<double> value = parse_number(text, NumberForm::decimal);
    if (!value || *value < 0) return bad_value("'" + std::string(text) + "' is not a number from 0 on");
    return *value;
}

}  // namespace judge
