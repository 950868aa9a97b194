#pragma once

// The beginning of a file, made fit to be looked at.

#include <string>

#include "base/result.h"
#include "base/units.h"
#include "model/report.h"

namespace judge {

struct Excerpt {
    std::string text;  // printable; ends with "…" where more follows
    Bytes size{};      // of the whole file
};

/// At most `limit` bytes of the file behind `fd`, cut at a line's end if one is near, never inside a UTF-8 character.
/// Errors: io.
Result<Excerpt> excerpt_of(int fd, Bytes limit = Bytes{600});
Result<Excerpt> excerpt_of_file(const std::string& path, Bytes limit = Bytes{600});

/// Counts the whole file, streamed through a small buffer. White space is what C's isspace() takes in the C locale.
/// Errors: not_found, io.
Result<TextCount> count_text(int fd);
Result<TextCount> count_text_of_file(const std::string& path);

/// Errors: not_found, io.
Result<Bytes> size_of_file(const std::string& path);

}  // namespace judge
