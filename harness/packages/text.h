#pragma once

// Text of unknown encoding, as Korean archives hold it: UTF-8 with or without a mark, UTF-16, CP949.

#include <string>
#include <string_view>

#include "base/result.h"

namespace judge {

struct DecodedText {
    std::string text;      // valid UTF-8 without a mark
    std::string encoding;  // "UTF-8", "UTF-16LE", "UTF-16BE", "CP949": what the bytes were
};

/// A mark decides; else valid UTF-8 is UTF-8 and anything else is tried as CP949.
/// Errors: bad_input - `file` is none of these.
Result<DecodedText> decode_text(std::string bytes, const std::string& file);

/// True if `head`, the first bytes of a file, bears the mark of UTF-16.
bool is_utf16(std::string_view head);

/// A name of an archive's entry: valid UTF-8 stays, CP949 is turned into UTF-8, other bytes into \xNN.
std::string decode_name(std::string_view bytes);

/// Reads a text file of at most `limit` bytes: never a device, a pipe or a file that grows without end.
/// Errors: not_found, io, bad_input - too large, not a regular file, of unknown encoding.
Result<DecodedText> read_text(const std::string& path);

/// What `decode_text` gives, for a text that is only looked at: "" where it cannot be read.
std::string text_or_empty(const std::string& path);

/// `text` without blanks, tabs, CR and LF at its ends.
std::string trimmed(std::string_view text);

}  // namespace judge
