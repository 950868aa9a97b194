#pragma once

// Names that were nearly written: for hints.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// The one of `names` that needs the fewest insertions, removals, changes and swaps of bytes to become `word`; nothing
/// where more than a third of the word, and more than one byte, would change.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& names);

/// "did you mean 'list'?", or `otherwise` where nothing is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names, std::string otherwise);

}  // namespace judge
