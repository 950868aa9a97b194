#pragma once

// Text as people see it: columns of a terminal, and bytes made safe to print.

#include <string>
#include <string_view>

namespace judge {

/// True for the second and later bytes of a character.
constexpr bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

bool is_valid_utf8(std::string_view text);

/// Terminal columns of `text`: Hangul and other wide characters take two, combining and zero-width ones none, a bad
/// byte one.
std::size_t display_width(std::string_view text);

/// The longest prefix of whole characters that takes at most `columns`, with a final "…" where something was cut.
std::string cut_to_width(std::string_view text, std::size_t columns);

/// `text` followed by blanks up to `columns`; longer text is returned as it is.
std::string pad_right(std::string_view text, std::size_t columns);
std::string pad_left(std::string_view text, std::size_t columns);

/// `bytes` as printable UTF-8: bad bytes and control characters become \xNN (and \0), a backslash stays. Newline and
/// tab are kept.
std::string printable(std::string_view bytes);

/// Like `printable`, and white space is made visible: blank in odd places ·, tab →, CR ␍, newline ␊ (followed by a real
/// newline), U+00A0 ⍽.
std::string visible(std::string_view bytes);

/// `text` with the 26 letters of ASCII in small; other bytes stay.
std::string lower_ascii(std::string_view text);

}  // namespace judge
