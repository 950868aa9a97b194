#include "checker/number_lane.h"

#include <array>
#include <bit>
#include <cstring>

namespace judge {

namespace {

constexpr std::size_t kReach = 64;  // bytes that one step may look at, on each side
constexpr int kEqualInARow = 16;    // tokens, then the block compare takes over
constexpr std::uint64_t kHigh = 0x8080808080808080U;
constexpr std::array<std::uint64_t, 9> kTens = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
constexpr std::array<double, 17> kPowers = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                            1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};

/// Eight characters, the first in the lowest byte, as digits 0 to 9.
struct Eight {
    std::uint64_t digits;
    unsigned count;  // how many of the first are digits

    explicit Eight(const char* at) {
        static_assert(std::endian::native == std::endian::little);
        std::memcpy(&digits, at, sizeof digits);
        digits ^= 0x3030303030303030U;
        // The high bit of each byte that is not 0 to 9; masked first, so that no carry leaves its byte.
        const std::uint64_t other = (((digits & ~kHigh) + 0x7676767676767676U) | digits) & kHigh;
        count = static_cast<unsigned>(std::countr_zero(other)) / 8;
    }
    /// The first `count` of them as an integer.
    std::uint64_t value() const {
        if (count == 0) return 0;
        std::uint64_t x = digits << (8 * (8 - count));
        x = x * 10 + (x >> 8);
        return (((x & 0x000000FF000000FFU) * 0x000F424000000064U) +
                (((x >> 16) & 0x000000FF000000FFU) * 0x0000271000000001U)) >>
               32;
    }
};

/// A decimal of at most 8 digits before and 16 behind the point, exactly representable before its one division.
struct Plain {
    std::uint64_t digits = 0;
    unsigned fraction = 0;  // how many of the digits stand behind the point
    bool negative = false;
    const char* end = nullptr;

    double value() const {
        const double magnitude = static_cast<double>(digits) / kPowers[fraction];
        return negative ? -magnitude : magnitude;
    }
};

/// False if the token at `at` is not plain. Looks at fewer than kReach bytes.
bool read_plain(const char* at, Plain& number) {
    number.negative = *at == '-';
    if (number.negative) ++at;
    const Eight whole(at);
    at += whole.count;
    number.digits = whole.value();
    number.fraction = 0;
    if (*at == '.') {
        const Eight first(++at);
        at += first.count;
        number.digits = number.digits * kTens[first.count] + first.value();
        number.fraction = first.count;
        if (first.count == 8) {
            const Eight second(at);
            if (whole.count + 8 + second.count > 18) return false;
            at += second.count;
            number.digits = number.digits * kTens[second.count] + second.value();
            number.fraction += second.count;
        }
    }
    number.end = at;
    constexpr std::uint64_t kExactIntegers = std::uint64_t{1} << 53;
    return whole.count + number.fraction > 0 && number.digits <= kExactIntegers && is_space(*at);
}

bool near(const NumberRule& rule, const Plain& expected, const Plain& got) {
    return within(rule, expected.value(), got.value());
}

}  // namespace

void pass_near_numbers(Lockstep& steps, const NumberRule& rule) {
    Plain output, answer;
    for (int equal = 0; equal < kEqualInARow;) {
        if (!steps.output.want(kReach) || !steps.answer.want(kReach)) return;
        const std::string_view got = steps.output.window();
        const std::string_view expected = steps.answer.window();
        // A stream grants no more than its window can hold.
        if (got.size() < kReach || expected.size() < kReach) return;
        const char* o = got.data();
        const char* a = expected.data();
        const char* const output_end = o + (got.size() - kReach);
        const char* const answer_end = a + (expected.size() - kReach);
        bool plain = true;
        while (o <= output_end && a <= answer_end && equal < kEqualInARow) {
            plain = is_space(*o) && is_space(*a) && read_plain(o + 1, output) && read_plain(a + 1, answer);
            if (!plain) break;
            const bool same = output.digits == answer.digits && output.fraction == answer.fraction &&
                              output.negative == answer.negative;
            plain = same || near(rule, answer, output);
            if (!plain) break;
            equal = same ? equal + 1 : 0;
            o = output.end;
            a = answer.end;
        }
        steps.output.skip(static_cast<std::size_t>(o - got.data()));
        steps.answer.skip(static_cast<std::size_t>(a - expected.data()));
        steps.resync();
        if (!plain) return;
    }
}

}  // namespace judge
