#pragma once

// The comparers again, the plain way: whole strings, split and compared. Only tests include this; where it and the
// streaming code disagree, one of them is wrong.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/comparer.h"

namespace judge::twin {

/// What `comparer` must say of two small files, or nothing if it has no twin.
std::optional<CheckOutcome::Kind> kind_of(const Comparer& comparer, std::string_view output, std::string_view answer);

/// The same for testlib's and for DMOJ's (and the unordered ones of the house); `kind_of` asks them too.
std::optional<CheckOutcome::Kind> testlib_kind_of(const Comparer& comparer, std::string_view output,
                                                  std::string_view answer);
std::optional<CheckOutcome::Kind> dmoj_kind_of(const Comparer& comparer, std::string_view output,
                                               std::string_view answer);

}  // namespace judge::twin
