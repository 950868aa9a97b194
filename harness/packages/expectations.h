#pragma once

// What the folder of a submission says must happen to it: the rows of data/expectations.json.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/submission.h"

namespace judge {

/// Every row, in the order of the table. Source: ICPC problem package format 2025-09, "Submissions"; the rest are BOJ's
/// verdicts.
const std::vector<Expectation>& expectations();

/// The row of a folder's name, or nothing if no expectation is called so.
std::optional<Expectation> expectation_of(std::string_view folder);

/// How ICPC words it, of `wrong_answer`: "at least one case is wrong answer, and all cases are either wrong answer or
/// accepted". So a case that is too slow refutes it, though only where cases after the first failure are run.
///
/// True if a submission whose cases got `seen` did what `expected` says: each is permitted, and one is required (where
/// any is).
bool met(const Expectation& expected, const std::vector<Verdict>& seen);

}  // namespace judge
