#pragma once

// Comparing files as sequences of tokens: `tokens`, `boj`, `float`, Kattis' and DMOJ's default checkers are one loop
// under different rules.

#include <cstdint>
#include <optional>

#include "checker/difference.h"
#include "checker/lockstep.h"
#include "checker/number.h"

namespace judge {

/// What is forgiven between two tokens under `SpaceRule::tolerant`. White space is first brought to its simple form on
/// both sides (a CR before LF, and up to `blanks_before_line_end` blanks before a line end, go), then must agree
/// character by character, except that a blank may stand for a line end and the other way round.
struct SpaceTolerance {
    std::uint8_t blanks_before_line_end = 0;
    bool blank_for_line_end = false;
};

enum class SpaceRule : std::uint8_t {
    any,       // any white space separates
    tolerant,  // as SpaceTolerance says, else presentation error; all is forgiven after the last token
    exact,     // byte for byte, also after the last token: wrong answer
};

/// How far two numbers may be apart: at most `absolute`, or at most `relative` times the answer's magnitude. With both,
/// either suffices. Computed in double; NaN never passes, for it is not a number here.
struct NumberRule {
    NumberForm form = NumberForm::decimal;
    std::optional<double> absolute;
    std::optional<double> relative;
};

struct TokenRules {
    bool fold_case = false;  // ASCII letters only
    SpaceRule space = SpaceRule::any;
    SpaceTolerance tolerance;
    std::optional<NumberRule> number;  // tokens that are numbers in the answer are compared as numbers
};

bool within(const NumberRule& rule, double expected, double got);

/// Longest token that is read as a number, in bytes; longer ones are text.
inline constexpr std::size_t kLongestNumber = 2048;

Found compare_tokens(const TokenRules& rules, ByteStream& output, ByteStream& answer);

}  // namespace judge
