#pragma once

// The fast way through long runs of decimals that differ as text: 16 characters of both tokens are looked at together,
// and what differs is read eight digits at a time. Whatever is not plain (an exponent, a second blank, too many digits,
// a token beyond the tolerance) is left to the careful way, which stands at the same place.

#include <array>

#include "checker/lockstep.h"
#include "checker/token_rules.h"

namespace judge {

class NumberLane {
  public:
    explicit NumberLane(const NumberRule& rule);

    /// Both sides stand right behind tokens that were equal under the rule. Goes on over tokens that are, and stops
    /// right behind one: where the next is not plain, or when many in a row were equal as text, which the block compare
    /// passes faster. Any white space of one character separates.
    void pass(Lockstep& steps) const;

  private:
    template <bool kWide>
    void walk(Lockstep& steps) const;
    void walk_with_avx2(Lockstep& steps) const;
    enum class Word : std::uint8_t { same, near, unsure };
    Word by_last_digits(const char* output, const char* answer, unsigned others, unsigned& length) const;
    bool are_near(const char* output, const char* answer, unsigned first, unsigned point, unsigned length) const;
    std::size_t pass_block(const char* output, const char* answer, int& equal) const;
    Word look(const char* output, const char* answer, unsigned& output_length, unsigned& answer_length) const;

    // For tokens of the same form: how far they may be apart, in units of their last digit, to be surely within the
    // tolerance; and how many characters may stand before the point for that. The values are compared as doubles
    // elsewhere, so half of the tolerance is left for roundings: two of numbers below 10^whole_ add at most
    // 10^whole_ * 2^-52, a quarter of it.
    std::array<std::uint32_t, 16> limits_{};
    unsigned whole_ = 0;
    NumberRule rule_;
};

}  // namespace judge
