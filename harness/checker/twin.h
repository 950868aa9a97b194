#pragma once

// The comparers again, the plain way: whole strings, split and compared. Only tests include this; where it and the
// streaming code disagree, one of them is wrong.

#include <optional>
#include <string>
#include <string_view>

#include "checker/comparer.h"

namespace judge::twin {

/// What `comparer` must say of two small files, or nothing if it has no twin.
std::optional<CheckOutcome::Kind> kind_of(const Comparer& comparer, std::string_view output, std::string_view answer);

}  // namespace judge::twin
