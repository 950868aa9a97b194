#pragma once

// The fast way through files that differ in white space by the million, a blank before each line end say: equal bytes
// and small separators are passed in one loop over both windows. Whatever is not such is left to the careful way, which
// stands at the same place.

#include <algorithm>
#include <bit>
#include <cstring>

#include "checker/lockstep.h"

namespace judge {

/// How many bytes a `Separator` may look at.
inline constexpr std::size_t kSeparatorReach = 16;

/// How many of the first bytes at `at` are white space: at most `most`.
inline std::size_t leading_spaces(const char* at, std::size_t most) {
    std::size_t count = 0;
    while (count < most && is_space(at[count])) ++count;
    return count;
}

inline std::uint64_t differing_bits(const char* a, const char* b) {
    std::uint64_t x = 0, y = 0;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    return x ^ y;
}

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
            const std::uint64_t first = differing_bits(o + equal, a + equal);
            const std::uint64_t second = differing_bits(o + equal + 8, a + equal + 8);
            if ((first | second) != 0) {
                static_assert(std::endian::native == std::endian::little);
                equal += static_cast<std::size_t>(std::countr_zero(first != 0 ? first : second)) / 8;
                equal += first != 0 ? 0 : 8;
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
