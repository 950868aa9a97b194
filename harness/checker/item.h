#pragma once

// Tokens and lines as items that can be compared whatever their length, for comparers that are no lockstep: testlib's,
// DMOJ's and the unordered ones.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "checker/byte_stream.h"

namespace judge {

/// A 128-bit hash of bytes, for telling long items apart and adding up multisets. Not for secrets.
struct Digest {
    std::uint64_t low = 0xCBF29CE484222325U;
    std::uint64_t high = 0x6C62272E07BB0142U;

    void add(char c) {
        low = (low ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
        high = (high + static_cast<unsigned char>(c) + 1) * 0x9E3779B97F4A7C15U;
    }
    /// Spreads the bits, so that sums of digests tell multisets apart.
    Digest mixed() const;
    bool operator==(const Digest&) const = default;
};

/// A token or a line. Equal items have equal length, beginning and digest; that two long ones which differ agree in all
/// of these has a chance of 2^-128.
struct Item {
    static constexpr std::size_t kKept = 4096;

    std::string text;  // its first kKept bytes
    std::uint64_t length = 0;
    std::uint64_t offset = 0;   // where it begins in its file
    bool digits_follow = true;  // every byte but the first is an ASCII digit
    Digest digest;

    /// The whole item, or nothing if it is longer than what is kept.
    std::optional<std::string_view> whole() const {
        return length <= kKept ? std::optional<std::string_view>(text) : std::nullopt;
    }
    bool operator==(const Item& other) const {
        return length == other.length && digest == other.digest && text == other.text;
    }

    void begin(std::uint64_t at);
    void add(char c) {
        if (length < kKept) text += c;
        digits_follow = digits_follow && (length == 0 || (c >= '0' && c <= '9'));
        ++length;
        digest.add(c);
    }
};

/// Blank, tab, LF and CR. Source: testlib.h 0.9.45, isBlanks.
constexpr bool is_testlib_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

using CharacterTest = bool (*)(char);

/// Passes separators and reads the token after them; false at the end of the file (the item's offset is then there).
bool read_token(ByteStream& stream, Item& item, CharacterTest separates);

/// Passes separators; false at the end of the file.
bool pass(ByteStream& stream, CharacterTest separates);

/// What of a line makes the item.
enum class LineForm : std::uint8_t {
    raw,        // all of it
    rstripped,  // without white space at its end
    stripped,   // without white space at either end
    words,      // its tokens, one blank between two
};

/// What ends a line: LF and CR LF, or LF and CR each by itself.
enum class LineEnds : std::uint8_t { lf, lf_and_cr };

/// Reads up to the next line end, which is passed and never part of the item. False at the end of the file, where a
/// last line without line end still counts if it has a byte.
bool read_line(ByteStream& stream, Item& item, LineForm form, LineEnds ends);

}  // namespace judge
