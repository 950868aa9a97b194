#pragma once

// A light look at source text: what is code, what is comment or text in quotes, and which words it holds. Enough to
// find a class or a call in any of the rows' languages, not a parser.

#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// `text` with every byte of comments and of quoted texts replaced by a blank (newlines stay), so that places stay
/// where they are. `comments` is a row's word: c (// and /* */), hash (#), dash (-- and {- -}, --[[ ]]), percent (%),
/// none. Quotes stay, their inside goes; C++ raw strings, Java text blocks and Python's triple quotes are known.
std::string blanked(std::string_view text, std::string_view comments);

/// Like `blanked`, but quoted texts stay.
std::string without_comments(std::string_view text, std::string_view comments);

/// The words (letters, digits, _ and every byte above 127) and single other characters of `text`, without blanks.
std::vector<std::string> words_of(std::string_view text);

/// True if `word` can be a name: begins with a letter, _ or a byte above 127.
bool is_name(std::string_view word);

}  // namespace judge
