#pragma once

// DMOJ's checkers of floating-point numbers: by line and token, empty lines aside; tokens that are numbers in the
// answer may differ by the tolerance. Source: DMOJ/judge-server dmoj/checkers/floats.py.

#include "checker/comparer.h"

namespace judge {

/// DMOJ splits lines at LF and at CR, each by itself.
constexpr bool is_dmoj_line_end(char c) {
    return c == '\n' || c == '\r';
}

/// Reads `epsilon` and `error_mode`. A number is what Python's float() reads from bytes; nan never passes.
Found compare_dmoj_floats(const CompareOptions& options, ByteStream& output, ByteStream& answer);

}  // namespace judge
