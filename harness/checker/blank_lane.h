#pragma once

// The fast way through files that differ in white space by the million, a blank before each line end say: equal bytes
// and small separators are passed in one loop over both windows. Whatever is not such is left to the careful way, which
// stands at the same place.

#include <algorithm>
#include <bit>

#include "checker/bytes16.h"
#include "checker/lockstep.h"

namespace judge {

/// How many bytes may be looked at together: by the loop, and by a `Separator`.
inline constexpr std::size_t kSeparatorReach = 16;

/// The length of the white space at `at`, if that is 1 to 3; else 0.
[[gnu::always_inline]] inline std::size_t small_space(const char* at) {
    if (!is_space(at[0])) return 0;
    if (!is_space(at[1])) return 1;
    if (!is_space(at[2])) return 2;
    return is_space(at[3]) ? 0 : 3;
}

#if defined(__x86_64__)
/// Goes from line end to line end of the answer: where they are is known without knowing what the lines hold, so that
/// one line need not be through before the next is begun. `o` and `a` stand at separators, and do so afterwards; stops
/// before a line that differs within, is longer than a block, or would reach past an end, and before equal lines in
/// plenty. True: something was passed, and `equal` bytes before both places are equal.
template <typename Separator>
JUDGE_WITH_AVX2 bool pass_lines(const char*& o, const char* output_end, const char*& a, const char* answer_end,
                                std::size_t& equal, bool inside, const Separator& separator) {
    constexpr std::ptrdiff_t kStep = 96, kLongest = 4096, kReach = 2 * kStep;
    constexpr int kPlenty = 64;
    __extension__ typedef unsigned __int128 Mask;
    const char* block = a;
    if (answer_end - block < kReach) return false;
    std::uint64_t ends = twice32<places32<'\n'>>(block);
    const char* const begin = o;
    for (int equal_lines = 0; equal_lines < kPlenty;) {
        const std::size_t got = separator(o, inside);
        const std::size_t expected = separator(a, inside);
        if (got == 0 || expected == 0) break;
        const char* const output = o + got;
        const char* const answer = a + expected;
        std::ptrdiff_t length = -1;
        do {
            while (ends == 0 && answer_end - block >= kReach) ends = twice32<places32<'\n'>>(block += 64);
            if (ends == 0) break;
            length = block + std::countr_zero(ends) - answer;
            ends &= ends - 1;
        } while (length < 0);
        if (length <= 0 || length > kLongest || output_end - output < length + kReach ||
            answer_end - answer < length + kReach)
            break;
        std::uint32_t early = 0;
        std::ptrdiff_t at = 0;
        for (; length - at > kStep; at += 32) early |= differing32(output + at, answer + at);
        Mask late = differing32(output + at + 64, answer + at + 64);
        late = late << 32 | differing32(output + at + 32, answer + at + 32);
        late = late << 32 | differing32(output + at, answer + at);
        late &= (Mask{1} << (length - at)) - 1;
        if (early != 0 || late != 0) break;
        o = output + length;
        a = answer + length;
        equal = static_cast<std::size_t>(length);
        inside = !is_space(o[-1]);
        equal_lines = *o == *a ? equal_lines + 1 : 0;
    }
    return o != begin;
}
#endif

/// Both sides stand where they differ. As long as `separator(side, inside)` takes bytes on either side, passes them and
/// the equal bytes after them, then stops before the next difference, before equal bytes in plenty (the block compare
/// passes them faster) or near the end of a window. False: nothing was passed.
/// `separator` gets the window's first byte and whether equal bytes lie before it, the last of them no white space;
/// 0 means that it does not stand at a separator that it could pass. What it passes on the two sides must be the same
/// to the rules of the comparer.
template <typename Separator>
bool pass_separators(Lockstep& steps, const Separator& separator) {
    constexpr std::size_t kPlenty = 4096;
    const std::string_view output = steps.output.window();
    const std::string_view answer = steps.answer.window();
    if (output.size() < kSeparatorReach || answer.size() < kSeparatorReach) return false;
    const char* const output_end = output.data() + output.size() - kSeparatorReach;
    const char* const answer_end = answer.data() + answer.size() - kSeparatorReach;
    const char* o = output.data();
    const char* a = answer.data();
    std::size_t equal = steps.common();
    bool inside = equal > 0 && !is_space(steps.output.before(1));
#if defined(__x86_64__)
    if (has_avx2() &&
        pass_lines(o, output.data() + output.size(), a, answer.data() + answer.size(), equal, inside, separator))
        inside = !is_space(o[-1]);
#endif
    for (bool apart = true; apart && o <= output_end && a <= answer_end;) {
        const std::size_t got = separator(o, inside);
        const std::size_t expected = separator(a, inside);
        if (got == 0 || expected == 0) break;
        o += got;
        a += expected;
        equal = 0;
        apart = false;
        const auto left = std::min(output_end - o, answer_end - a);
        if (left < 0) break;
        for (const std::size_t most = std::min(static_cast<std::size_t>(left), kPlenty); equal <= most;) {
            if (const unsigned differ = differing16(o + equal, a + equal); differ != 0) {
                equal += static_cast<std::size_t>(std::countr_zero(differ));
                apart = true;
                break;
            }
            equal += 16;
        }
        o += equal;
        a += equal;
        inside = equal > 0 && !is_space(o[-1]);
    }
    const auto passed = static_cast<std::size_t>(o - output.data());
    if (passed == 0) return false;
    steps.output.skip(passed - equal);
    steps.answer.skip(static_cast<std::size_t>(a - answer.data()) - equal);
    steps.resync();
    steps.pass(equal);
    return true;
}

}  // namespace judge
