#include "base/utf8.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <iterator>

namespace judge {
namespace {

/// One character, or one byte that is none (`code` -1).
struct Character {
    std::string_view bytes;
    utf8proc_int32_t code = -1;
};

Character first_character(std::string_view text) {
    utf8proc_int32_t code = -1;
    const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    const utf8proc_ssize_t n =
        utf8proc_iterate(data, static_cast<utf8proc_ssize_t>(std::min<std::size_t>(text.size(), 4)), &code);
    if (n <= 0) return {text.substr(0, 1), -1};
    return {text.substr(0, static_cast<std::size_t>(n)), code};
}

std::size_t width_of(const Character& character) {
    if (character.code < 0) return 1;
    // Vowels and finals of decomposed Hangul join the syllable before them; utf8proc gives some of them a column.
    const utf8proc_int32_t c = character.code;
    if ((c >= 0x1160 && c <= 0x11FF) || (c >= 0xD7B0 && c <= 0xD7FF)) return 0;
    return static_cast<std::size_t>(std::max(0, utf8proc_charwidth(c)));
}

/// Characters that would move the cursor, or reorder the line (the bidirectional controls).
bool is_control(utf8proc_int32_t c) {
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

void append_escaped(std::string& out, std::string_view bytes) {
    for (const char c : bytes) {
        if (c == '\0')
            out += "\\0";
        else
            fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<unsigned char>(c));
    }
}

void append_printable(std::string& out, const Character& character) {
    if (character.code == '\n' || character.code == '\t' || (character.code >= 0 && !is_control(character.code)))
        out += character.bytes;
    else
        append_escaped(out, character.bytes);
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
    while (!text.empty()) {
        const Character character = first_character(text);
        if (character.code < 0) return false;
        text.remove_prefix(character.bytes.size());
    }
    return true;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const Character character = first_character(text);
        width += width_of(character);
        text.remove_prefix(character.bytes.size());
    }
    return width;
}

std::string cut_to_width(std::string_view text, std::size_t columns) {
    std::size_t width = 0, kept = 0, at = 0;
    while (at < text.size()) {
        const Character character = first_character(text.substr(at));
        width += width_of(character);
        at += character.bytes.size();
        if (width < columns) kept = at;  // leaves a column for the mark
        if (width > columns) return columns == 0 ? "" : std::string(text.substr(0, kept)) + "…";
    }
    return std::string(text);
}

std::string pad_right(std::string_view text, std::size_t columns) {
    const std::size_t width = display_width(text);
    return std::string(text) + std::string(width < columns ? columns - width : 0, ' ');
}

std::string pad_left(std::string_view text, std::size_t columns) {
    const std::size_t width = display_width(text);
    return std::string(width < columns ? columns - width : 0, ' ') + std::string(text);
}

std::string printable(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const Character character = first_character(bytes);
        append_printable(out, character);
        bytes.remove_prefix(character.bytes.size());
    }
    return out;
}

std::string visible(std::string_view bytes) {
    std::string out;
    bool after_blank = true;  // a blank at the start of a line is odd
    while (!bytes.empty()) {
        const Character character = first_character(bytes);
        bytes.remove_prefix(character.bytes.size());
        const bool before_blank =
            bytes.empty() || bytes[0] == ' ' || bytes[0] == '\n' || bytes[0] == '\r' || bytes[0] == '\t';
        switch (character.code) {
            case ' ':
                out += after_blank || before_blank ? "·" : " ";
                break;
            case '\t':
                out += "→";
                break;
            case '\r':
                out += "␍";
                break;
            case '\n':
                out += "␊\n";
                break;
            case 0xA0:
                out += "⍽";
                break;
            default:
                append_printable(out, character);
        }
        after_blank = character.code == ' ' || character.code == '\t' || character.code == '\n';
    }
    return out;
}

std::string lower_ascii(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

}  // namespace judge
