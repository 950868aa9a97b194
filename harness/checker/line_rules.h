#pragma once

// Comparing files byte for byte, or line by line with the invisible ends of lines forgiven.

#include "checker/difference.h"
#include "checker/lockstep.h"

namespace judge {

/// Every byte counts.
Found compare_exact(ByteStream& output, ByteStream& answer);

/// Every byte counts, but CR LF and LF are the same line end.
/// Source: online-judge-tools 11.5.1, `--compare-mode crlf-insensitive-exact` (its default).
Found compare_exact_lines(ByteStream& output, ByteStream& answer);

/// White space lines at the end of a file: nothing, or lines like any other.
enum class TrailingLines : std::uint8_t { forgiven, counted };

/// White space at the end of each line is ignored. With `forgiven` so is all white space at the end of the file; with
/// `counted` the files must have the same number of line ends.
Found compare_lines(TrailingLines trailing, ByteStream& output, ByteStream& answer);

}  // namespace judge
