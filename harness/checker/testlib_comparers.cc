// testlib's standard checkers, by name, so that a package which names one needs no testlib. What each does is the order
// in which its source reads and compares; TestlibSide is how it reads. Source: MikeMirzayanov/testlib checkers/*.cpp,
// 0.9.45. Where the originals are lax we are not: a NUL does not end a token, and a lone CR is an ordinary byte of a
// line.

#include <array>
#include <cmath>
#include <limits>

#include "checker/comparer_tables.h"
#include "checker/multiset.h"
#include "checker/testlib_cases.h"
#include "checker/testlib_reader.h"

namespace judge {

namespace {

constexpr double kSlack = 1e-15;  // testlib adds it to every tolerance

bool infinite(double value) {
    return std::fabs(value) > 1e300;
}

/// Absolute or relative. Source: testlib.h 0.9.45, doubleCompare; NaN cannot be read.
bool near_either(double expected, double got, double epsilon) {
    if (infinite(expected) || infinite(got)) return infinite(expected) && infinite(got) && (expected > 0) == (got > 0);
    const double e = epsilon + kSlack;
    if (std::fabs(got - expected) <= e) return true;
    const double a = expected * (1 - e), b = expected * (1 + e);
    return std::fmin(a, b) <= got && got <= std::fmax(a, b);
}

bool near(const CompareOptions& options, double expected, double got) {
    if (options.error_mode == ErrorMode::either) return near_either(expected, got, options.epsilon);
    return expected == got || std::fabs(expected - got) <= options.epsilon + kSlack;
}

Found run_wcmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    Item got, expected;
    while (!check.answer.at_end() && !check.output.at_end()) {
        check.answer.token(expected);
        check.output.token(got);
        if (!(got == expected)) return TestlibCheck::wrong(Cause::token, got.offset, expected.offset);
    }
    if (!check.answer.at_end()) return TestlibCheck::wrong(Cause::output_ends, output.offset(), answer.offset());
    if (!check.output.at_end()) return TestlibCheck::wrong(Cause::output_goes_on, output.offset(), answer.offset());
    return {};
}

/// True if the last `count` bytes are no more than a line end.
bool nothing_before_line_end(const ByteStream& stream, std::uint64_t count) {
    if (count == 2) return stream.before(2) == '\r' && stream.before(1) == '\n';
    return count == 0 || (count == 1 && stream.before(1) == '\n');
}

/// fcmp (whole lines) and lcmp (their words): as many lines as the answer has, whose last line may be empty.
Found compare_testlib_lines(LineForm form, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    Item got, expected;
    while (!check.answer.raw_end()) {
        const std::uint64_t begin = answer.offset();
        check.answer.line(expected, form);
        const bool empty = nothing_before_line_end(answer, answer.offset() - begin);
        if (empty && check.answer.raw_end()) break;
        if (!check.output.line(got, form)) return check.output.refused();
        if (!(got == expected)) return TestlibCheck::wrong(Cause::line, got.offset, expected.offset);
    }
    return check.accept();
}
Found run_fcmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    return compare_testlib_lines(LineForm::raw, output, answer);
}
Found run_lcmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    return compare_testlib_lines(LineForm::words, output, answer);
}

/// 0, or digits without leading zero, perhaps after a minus sign.
bool is_huge_integer(const Item& item) {
    if (!item.digits_follow || item.length == 0) return false;
    const char first = item.text[0];
    if (first == '-') return item.length > 1 && item.text[1] != '0';
    if (first == '0') return item.length == 1;
    return first > '0' && first <= '9';
}

Found run_hcmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    Item got, expected;
    if (!check.answer.token(expected)) return check.answer.refused();
    if (!check.output.token(got)) return check.output.refused();
    if (!is_huge_integer(expected)) return check.answer.refusing(expected, "an integer expected");
    if (Item next; !check.answer.at_end() && check.answer.token(next))
        return check.answer.refusing(next, "exactly one token expected");
    if (!is_huge_integer(got)) return check.output.refusing(got, "an integer expected");
    if (!(got == expected)) return TestlibCheck::wrong(Cause::token, got.offset, expected.offset);
    return check.accept();
}

Found run_icmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    const auto read = [](TestlibSide& side, Item& item, std::int64_t& value) {
        if (!side.token(item) || !side.integer_from(item, value)) return false;
        using Int = std::numeric_limits<std::int32_t>;
        return (value >= Int::min() && value <= Int::max()) || side.refuse(item, "an integer of 32 bits expected");
    };
    Item got_item, expected_item;
    std::int64_t got = 0, expected = 0;
    if (!read(check.answer, expected_item, expected)) return check.answer.refused();
    if (!read(check.output, got_item, got)) return check.output.refused();
    if (got != expected) return TestlibCheck::wrong(Cause::token, got_item.offset, expected_item.offset);
    return check.accept();
}

Found run_ncmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    std::int64_t got = 0, expected = 0;
    while (!check.answer.at_end() && !check.output.at_end()) {
        const std::uint64_t output_at = output.offset(), answer_at = answer.offset();
        if (!check.answer.integer(expected)) return check.answer.refused();
        if (!check.output.integer(got)) return check.output.refused();
        if (got != expected) return TestlibCheck::wrong(Cause::token, output_at, answer_at);
    }
    const std::uint64_t output_at = output.offset(), answer_at = answer.offset();
    const bool answer_goes_on = !check.answer.at_end(), output_goes_on = !check.output.at_end();
    while (!check.answer.at_end())
        if (!check.answer.integer(expected)) return check.answer.refused();
    while (!check.output.at_end())
        if (!check.output.integer(got)) return check.output.refused();
    if (answer_goes_on) return TestlibCheck::wrong(Cause::output_ends, output_at, answer_at);
    if (output_goes_on) return TestlibCheck::wrong(Cause::output_goes_on, output_at, answer_at);
    return {};
}

/// Every number is read first, the answer's before the output's; then the multisets are compared.
Found run_uncmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    std::int64_t value = 0;
    while (!check.answer.at_end())
        if (!check.answer.integer(value)) return check.answer.refused();
    while (!check.output.at_end())
        if (!check.output.integer(value)) return check.output.refused();
    ByteStream output_again(output.fd(), output.capacity()), answer_again(answer.fd(), answer.capacity());
    // Integers are read in one form only, so that equal numbers are equal tokens.
    const auto read = [](ByteStream& stream, Item& item) {
        if (stream.offset() == 0) skip_byte_order_mark(stream);
        return read_token(stream, item, is_testlib_blank);
    };
    return compare_multisets(read, output_again, answer_again);
}

std::string upper(const Item& item) {
    std::string text = item.length <= Item::kKept ? item.text : "";
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - ('a' - 'A'));
    return text;
}

bool yes_or_no(TestlibSide& side, const Item& item) {
    const std::string text = upper(item);
    return text == "YES" || text == "NO" || side.refuse(item, "YES or NO expected");
}

/// The next word of both, read and compared. Nothing if they agree.
std::optional<Found> compare_yes_no(TestlibCheck& check) {
    Item got, expected;
    if (!check.answer.token(expected)) return check.answer.refused();
    if (!check.output.token(got)) return check.output.refused();
    if (!yes_or_no(check.answer, expected)) return check.answer.refused();
    if (!yes_or_no(check.output, got)) return check.output.refused();
    if (upper(got) != upper(expected)) return TestlibCheck::wrong(Cause::token, got.offset, expected.offset);
    return std::nullopt;
}

Found run_yesno(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    if (std::optional<Found> found = compare_yes_no(check)) return *found;
    return check.accept();
}

Found run_nyesno(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    while (!check.answer.at_end() && !check.output.at_end())
        if (std::optional<Found> found = compare_yes_no(check)) return *found;
    if (!check.answer.at_end()) return TestlibCheck::wrong(Cause::output_ends, output.offset(), answer.offset());
    if (!check.output.at_end()) return TestlibCheck::wrong(Cause::output_goes_on, output.offset(), answer.offset());
    return {};
}

/// The next number of both. Nothing if they are near.
std::optional<Found> compare_real(const CompareOptions& options, TestlibCheck& check) {
    double got = 0, expected = 0;
    check.answer.at_end();
    const std::uint64_t answer_at = check.answer.offset();
    if (!check.answer.real(expected)) return check.answer.refused();
    check.output.at_end();
    const std::uint64_t output_at = check.output.offset();
    if (!check.output.real(got)) return check.output.refused();
    if (!near(options, expected, got)) return TestlibCheck::wrong(Cause::number, output_at, answer_at);
    return std::nullopt;
}

Found run_real(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    if (std::optional<Found> found = compare_real(options, check)) return *found;
    return check.accept();
}

Found run_reals(const CompareOptions& options, ByteStream& output, ByteStream& answer) {
    TestlibCheck check(output, answer);
    while (!check.answer.at_end())
        if (std::optional<Found> found = compare_real(options, check)) return *found;
    return check.accept();
}

Found run_caseicmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    return compare_case_integers(output, answer);
}
Found run_casencmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    return compare_case_lists(CaseItem::integer, output, answer);
}
Found run_casewcmp(const CompareOptions&, ByteStream& output, ByteStream& answer) {
    return compare_case_lists(CaseItem::token, output, answer);
}

CompareOptions tolerance(double epsilon, ErrorMode mode) {
    CompareOptions options;
    options.epsilon = epsilon;
    options.error_mode = mode;
    return options;
}

}  // namespace

std::span<const ComparerRow> testlib_comparers() {
    static const std::array rows = {
        ComparerRow{"wcmp", "the tokens agree", "testlib 0.9.45 wcmp.cpp", {}, {}, false, run_wcmp},
        ComparerRow{
            "lcmp", "as many lines, each with the same tokens", "testlib 0.9.45 lcmp.cpp", {}, {}, false, run_lcmp},
        ComparerRow{"fcmp", "as many lines, each equal", "testlib 0.9.45 fcmp.cpp", {}, {}, false, run_fcmp},
        ComparerRow{"hcmp", "one integer of any size", "testlib 0.9.45 hcmp.cpp", {}, {}, false, run_hcmp},
        ComparerRow{"icmp", "one integer of 32 bits", "testlib 0.9.45 icmp.cpp", {}, {}, false, run_icmp},
        ComparerRow{
            "ncmp", "the sequence of 64-bit integers agrees", "testlib 0.9.45 ncmp.cpp", {}, {}, false, run_ncmp},
        ComparerRow{
            "uncmp", "the 64-bit integers agree as a multiset", "testlib 0.9.45 uncmp.cpp", {}, {}, false, run_uncmp},
        ComparerRow{"yesno", "one YES or NO, in any case", "testlib 0.9.45 yesno.cpp", {}, {}, false, run_yesno},
        ComparerRow{"nyesno",
                    "the sequence of YES and NO agrees, in any case",
                    "testlib 0.9.45 nyesno.cpp",
                    {},
                    {},
                    false,
                    run_nyesno},
        ComparerRow{"rcmp",
                    "one number within 1.5e-6",
                    "testlib 0.9.45 rcmp.cpp",
                    tolerance(1.5e-6, ErrorMode::absolute),
                    {},
                    false,
                    run_real},
        ComparerRow{"acmp",
                    "one number within 1.5e-6",
                    "testlib 0.9.45 acmp.cpp",
                    tolerance(1.5e-6, ErrorMode::absolute),
                    {},
                    false,
                    run_real},
        ComparerRow{"dcmp",
                    "one number within 1e-6, absolute or relative",
                    "testlib 0.9.45 dcmp.cpp",
                    tolerance(1e-6, ErrorMode::either),
                    {},
                    false,
                    run_real},
        ComparerRow{"rcmp4",
                    "numbers within 1e-4, absolute or relative",
                    "testlib 0.9.45 rcmp4.cpp",
                    tolerance(1e-4, ErrorMode::either),
                    {},
                    false,
                    run_reals},
        ComparerRow{"rcmp6",
                    "numbers within 1e-6, absolute or relative",
                    "testlib 0.9.45 rcmp6.cpp",
                    tolerance(1e-6, ErrorMode::either),
                    {},
                    false,
                    run_reals},
        ComparerRow{"rcmp9",
                    "numbers within 1e-9, absolute or relative",
                    "testlib 0.9.45 rcmp9.cpp",
                    tolerance(1e-9, ErrorMode::either),
                    {},
                    false,
                    run_reals},
        ComparerRow{"rncmp",
                    "numbers within 1.5e-5",
                    "testlib 0.9.45 rncmp.cpp",
                    tolerance(1.5e-5, ErrorMode::absolute),
                    {},
                    false,
                    run_reals},
        ComparerRow{"caseicmp",
                    "\"Case #:\" and one 64-bit integer, again and again",
                    "testlib 0.9.45 caseicmp.cpp",
                    {},
                    {},
                    false,
                    run_caseicmp},
        ComparerRow{"casencmp",
                    "\"Case #:\" and 64-bit integers, again and again",
                    "testlib 0.9.45 casencmp.cpp",
                    {},
                    {},
                    false,
                    run_casencmp},
        ComparerRow{"casewcmp",
                    "\"Case #:\" and tokens, again and again",
                    "testlib 0.9.45 casewcmp.cpp",
                    {},
                    {},
                    false,
                    run_casewcmp},
    };
    return rows;
}

}  // namespace judge
