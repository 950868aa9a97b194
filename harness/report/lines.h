#pragma once

// Lines of text for a terminal: splitting, wrapping, cutting around the place
// that matters.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// The lines of `text` without their newlines; a newline at the end begins no
/// further line.
std::vector<std::string_view> lines_of(std::string_view text);

/// Moves `more` to the end of `lines`.
void append(std::vector<std::string>& lines, std::vector<std::string> more);

/// `text` on one line and safe for a terminal: control characters and bad bytes
/// as \xNN, newline ␊, tab →.
std::string one_line(std::string_view text);

/// one_line(`whole`) broken at blanks so that no line is wider than `width`
/// columns, a longer word broken where it must; every line after the first
/// begins with `indent` blanks, which count.
std::vector<std::string> wrapped(std::string_view whole, std::size_t width, std::size_t indent);

/// The longest suffix of whole characters that takes at most `columns`, with "…" before it where something was cut.
std::string cut_start(std::string_view text, std::size_t columns);

/// A line cut to a width, and the column in it, from 0, of the byte that was to
/// stay visible.
struct Window {
    std::string text;
    std::size_t mark = 0;
};

/// At most `columns` columns of `line` that hold the byte at `focus`, with "…"
/// where something was left out.
Window window_on(std::string_view line, std::size_t focus, std::size_t columns);

/// `text` as one word of a shell's command: in quotes where it holds more than letters, digits and "._/+-".
std::string shell_word(std::string_view text);

/// Where two lines part: the offset of the first byte of the first character
/// that differs.
std::size_t parting_of(std::string_view a, std::string_view b);

}  // namespace judge
