#pragma once

// The fast way through long runs of decimals that differ as text: both tokens are read eight digits at a time and
// compared as doubles. Whatever is not plain (an exponent, a second blank, too many digits, a token beyond the
// tolerance) is left to the careful way, which stands at the same place.

#include "checker/lockstep.h"
#include "checker/token_rules.h"

namespace judge {

/// Both sides stand right behind tokens that were equal under `rule`. Goes on over tokens that are, and stops right
/// behind one: where the next is not plain, or when many in a row were equal as text, which the block compare passes
/// faster. Any white space of one character separates.
void pass_near_numbers(Lockstep& steps, const NumberRule& rule);

}  // namespace judge
