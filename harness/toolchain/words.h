#pragma once

// Commands as rows write them: words parted by blanks, quotes around words that hold blanks, and placeholders.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace judge {

/// Splits `command` at blanks. '...' keeps everything inside, "..." everything but \" and \\. No other shell syntax.
/// Errors: bad_input - a quote that is not closed, or no word at all.
Result<std::vector<std::string>> split_words(std::string_view command);

/// Words that stand for a placeholder: "{source}" -> {"Main.cc", "b.cc"}.
using Substitutions = std::map<std::string, std::vector<std::string>, std::less<>>;

/// Replaces placeholders in each word. A word that is nothing but a placeholder becomes all its values (none: it goes
/// away); inside a longer word the first value stands. Unknown braces are left alone.
std::vector<std::string> substitute(const std::vector<std::string>& words, const Substitutions& values);

/// `words` as one line that split_words reads back.
std::string join_words(const std::vector<std::string>& words);

}  // namespace judge
