#include "checker/number_lane.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "checker/bytes16.h"

namespace judge {

namespace {

constexpr std::size_t kReach = 80;  // bytes that one step may look at, on each side
constexpr int kEqualInARow = 16;    // tokens, then the block compare takes over
constexpr std::array<std::uint64_t, 9> kTens = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
constexpr std::array<double, 17> kPowers = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                            1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};

/// The first `count` of eight numbers below 20, the first in the lowest byte, as the digits of an integer.
[[gnu::always_inline]] inline std::uint64_t value_of_units(std::uint64_t x, unsigned count) {
    static_assert(std::endian::native == std::endian::little);
    // In two steps, for all 64 bits at once could not be shifted out.
    x = x << (4 * (8 - count)) << (4 * (8 - count));
    x = x * 10 + (x >> 8);
    return (((x & 0x000000FF000000FFU) * 0x000F424000000064U) +
            (((x >> 16) & 0x000000FF000000FFU) * 0x0000271000000001U)) >>
           32;
}

/// The first `count` of eight digits as an integer.
[[gnu::always_inline]] inline std::uint64_t value_of(const char* at, unsigned count) {
    std::uint64_t x = 0;
    std::memcpy(&x, at, sizeof x);
    return value_of_units(x ^ 0x3030303030303030U, count);
}

/// How much greater than `a` the digits at `o` are, `count` of them, at most eight. Looks at eight bytes of each.
[[gnu::always_inline]] inline std::int64_t difference_of(const char* o, const char* a, unsigned count) {
    std::uint64_t x = 0, y = 0;
    std::memcpy(&x, o, sizeof x);
    std::memcpy(&y, a, sizeof y);
    // As digits from 0 to 18, of which each has nine too many: so none borrows from the next.
    x += 0x0909090909090909U - y;
    return static_cast<std::int64_t>(value_of_units(x, count)) - static_cast<std::int64_t>(kTens[count] - 1);
}

[[gnu::always_inline]] inline unsigned other_than_digits(Bytes16 bytes) {
    return mask_of((bytes - '0') > 9);
}

/// Where the parts of a token lie that is made as a plain decimal is: [-] digits [. digits], then white space.
struct Form {
    unsigned sign = 0;   // its length
    unsigned point = 0;  // where the point stands, or the end
    unsigned end = 0;

    unsigned whole() const { return point - sign; }
    unsigned fraction() const { return end - point - (end > point ? 1 : 0); }
};

/// False if the token at `at` is not made so, or is longer than 31 characters. Looks at 32 bytes; `others` says which
/// of the first 16 are no digits.
[[gnu::always_inline]] inline bool read_form(const char* at, unsigned others, Form& form) {
    form.sign = *at == '-' ? 1 : 0;
    unsigned marks = others & ~form.sign;
    if ((marks & (marks - 1)) == 0) marks |= other_than_digits(load16(at + 16)) << 16;
    if (marks == 0) return false;
    form.point = form.end = static_cast<unsigned>(std::countr_zero(marks));
    marks &= marks - 1;
    if (at[form.point] != '.') return is_space(at[form.end]);
    if (marks == 0) return false;
    form.end = static_cast<unsigned>(std::countr_zero(marks));
    return is_space(at[form.end]);
}

/// A decimal of at most 8 digits before and 16 behind the point, exactly representable before its one division. Nothing
/// if the number is none.
[[gnu::always_inline]] inline std::optional<double> read_plain(const char* at, const Form& form) {
    const unsigned whole = form.whole(), fraction = form.fraction();
    if (whole > 8 || fraction > 16 || whole + fraction > 18 || whole + fraction == 0) return std::nullopt;
    const char* const behind = at + form.point + 1;
    const unsigned first = std::min(fraction, 8U), second = fraction - first;
    std::uint64_t digits = value_of(at + form.sign, whole) * kTens[first] + value_of(behind, first);
    if (second > 0) digits = digits * kTens[second] + value_of(behind + 8, second);
    constexpr std::uint64_t kExactIntegers = std::uint64_t{1} << 53;
    if (digits > kExactIntegers) return std::nullopt;
    const double magnitude = static_cast<double>(digits) / kPowers[fraction];
    return form.sign > 0 ? -magnitude : magnitude;
}

bool both_near(const NumberRule& rule, std::optional<double> got, std::optional<double> expected) {
    return got && expected && within(rule, *expected, *got);
}

}  // namespace

NumberLane::NumberLane(const NumberRule& rule) : rule_(rule) {
    if (!rule.absolute) return;
    constexpr double kQuarterOfPrecision = 1LL << 50, kMost = 1e8;
    for (std::size_t fraction = 0; fraction < limits_.size(); ++fraction)
        limits_[fraction] = static_cast<std::uint32_t>(std::min(*rule.absolute * kPowers[fraction] / 2, kMost));
    while (whole_ + 1 < kPowers.size() && kPowers[whole_ + 1] <= *rule.absolute * kQuarterOfPrecision) ++whole_;
}

/// Of two decimals of the same form and `length` that differ from `first` on: surely near. Their point is at `point`.
[[gnu::always_inline]] inline bool NumberLane::are_near(const char* output, const char* answer, unsigned first,
                                                        unsigned point, unsigned length) const {
    if (first <= point || point > whole_ || length > first + 8) return false;
    return std::abs(difference_of(output + first, answer + first, length - first)) <= limits_[length - point - 1];
}

/// Decimals of the same form ("-12.345") and at most 15 characters that differ in their last eight digits alone.
[[gnu::always_inline]] inline NumberLane::Word NumberLane::by_last_digits(const char* output, const char* answer,
                                                                          unsigned others, unsigned& length) const {
    const unsigned marks = others & ~(*output == '-' ? 1U : 0U);
    const unsigned behind = marks & (marks - 1);
    if (behind == 0) return Word::unsure;
    const auto point = static_cast<unsigned>(std::countr_zero(marks));
    length = static_cast<unsigned>(std::countr_zero(behind));
    if (output[point] != '.' || !is_space(output[length]) || !is_space(answer[length])) return Word::unsure;
    const unsigned differ = mask_of(load16(output) != load16(answer)) & ((1U << length) - 1);
    if (differ == 0) return Word::same;
    const auto first = static_cast<unsigned>(std::countr_zero(differ));
    return are_near(output, answer, first, point, length) ? Word::near : Word::unsure;
}

#if defined(__x86_64__)
/// The same for as many tokens as 64 bytes hold: where they lie is known before any of them is read. Both places are
/// where a token begins; goes to where the first begins that is not surely near. Returns how far that is, and counts in
/// `equal` the tokens in a row that are equal as text.
JUDGE_WITH_AVX2 inline std::size_t NumberLane::pass_block(const char* output, const char* answer, int& equal) const {
    const std::uint64_t spaces = twice32<places32<' '>>(output) | twice32<ranged32<'\t', '\r'>>(output);
    const std::uint64_t signs = twice32<places32<'-'>>(output) & (spaces << 1 | 1);
    const std::uint64_t points = twice32<places32<'.'>>(output);
    const std::uint64_t differ = differing32(output, answer) | std::uint64_t{differing32(output + 32, answer + 32)}
                                                                   << 32;
    const std::uint64_t others = ~twice32<ranged32<'0', '9'>>(output);
    const std::uint64_t unlike = others ^ ~twice32<ranged32<'0', '9'>>(answer);
    const std::uint64_t alike = (unlike & (0 - unlike)) - 1;  // the bits below the first that is unlike
    const std::uint64_t all_marks = others & ~signs & alike;
    std::size_t at = 0;
    while (at < 64) {
        const std::uint64_t marks = all_marks >> at, behind = marks & (marks - 1);
        if (behind == 0) break;
        const auto point = static_cast<unsigned>(std::countr_zero(marks));
        const auto length = static_cast<unsigned>(std::countr_zero(behind));
        const std::uint64_t wrong = differ >> at & ((std::uint64_t{2} << length) - 1);
        const bool formed = (points >> at >> point & spaces >> at >> length & 1) != 0;
        if (!formed || length >= limits_.size()) break;
        if (wrong == 0) {
            ++equal;
        } else {
            const auto first = static_cast<unsigned>(std::countr_zero(wrong));
            if (wrong >> length != 0 || !are_near(output + at, answer + at, first, point, length)) break;
            equal = 0;
        }
        at += length + 1;
    }
    return at;
}
#endif

[[gnu::always_inline]] inline NumberLane::Word NumberLane::look(const char* output, const char* answer,
                                                                unsigned& output_length,
                                                                unsigned& answer_length) const {
    const unsigned output_others = other_than_digits(load16(output));
    const unsigned answer_others = other_than_digits(load16(answer));
    if (output_others == answer_others) {
        const Word word = by_last_digits(output, answer, output_others, output_length);
        answer_length = output_length;
        if (word != Word::unsure) return word;
    }
    Form got, expected;
    if (!read_form(output, output_others, got) || !read_form(answer, answer_others, expected)) return Word::unsure;
    output_length = got.end;
    answer_length = expected.end;
    return both_near(rule_, read_plain(output, got), read_plain(answer, expected)) ? Word::near : Word::unsure;
}

template <bool kWide>
[[gnu::always_inline]] inline void NumberLane::walk(Lockstep& steps) const {
    for (int equal = 0; equal < kEqualInARow;) {
        if (!steps.output.want(kReach) || !steps.answer.want(kReach)) return;
        const std::string_view got = steps.output.window();
        const std::string_view expected = steps.answer.window();
        const char* o = got.data();
        const char* a = expected.data();
        const char* const output_end = o + (got.size() - kReach);
        const char* const answer_end = a + (expected.size() - kReach);
        if (!is_space(*o) || !is_space(*a)) return;
        Word word = Word::near;
        while (o <= output_end && a <= answer_end && equal < kEqualInARow) {
#if defined(__x86_64__)
            if constexpr (kWide) {
                // Without an absolute tolerance digits alone never tell.
                const std::size_t passed = whole_ > 0 ? pass_block(o + 1, a + 1, equal) : 0;
                o += passed;
                a += passed;
                if (passed > 0) continue;
            }
#endif
            unsigned output_length = 0, answer_length = 0;
            word = look(o + 1, a + 1, output_length, answer_length);
            if (word == Word::unsure) break;
            equal = word == Word::same ? equal + 1 : 0;
            o += 1 + output_length;
            a += 1 + answer_length;
        }
        steps.output.skip(static_cast<std::size_t>(o - got.data()));
        steps.answer.skip(static_cast<std::size_t>(a - expected.data()));
        steps.resync();
        if (word == Word::unsure) return;
    }
}

#if defined(__x86_64__)
JUDGE_WITH_AVX2 void NumberLane::walk_with_avx2(Lockstep& steps) const {
    walk<true>(steps);
}

void NumberLane::pass(Lockstep& steps) const {
    if (has_avx2())
        walk_with_avx2(steps);
    else
        walk<false>(steps);
}
#else
void NumberLane::pass(Lockstep& steps) const {
    walk<false>(steps);
}
#endif

}  // namespace judge
