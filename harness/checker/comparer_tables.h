#pragma once

// The tables that `comparers` joins, one a family; and the setters that their flags share.

#include <span>

#include "checker/comparer.h"

namespace judge {

/// The house's own, and BOJ's and Kattis' defaults.
std::span<const ComparerRow> house_comparers();
/// DMOJ's checkers, "dmoj-" before their names.
std::span<const ComparerRow> dmoj_comparers();
/// testlib's standard checkers, by their names.
std::span<const ComparerRow> testlib_comparers();

/// `text` as a number that is finite and not negative. Errors: usage.
Result<double> tolerance_from(std::string_view text);

}  // namespace judge
