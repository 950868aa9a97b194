#pragma once

// The bytes of a source file as a compiler should see them: UTF-8 without a byte order mark, Unix line ends.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/report.h"

namespace judge {

struct SourceText {
    std::string text;
    std::vector<Finding> findings;  // "encoding": what was converted
};

/// Decodes `bytes`: UTF-8, UTF-16 with a byte order mark, else CP949 (which holds EUC-KR). A mark goes away, CR LF
/// becomes LF. Bytes that are none of these are kept as they are. `name` is for messages.
/// Errors: bad_input - a NUL byte, with its line.
Result<SourceText> decode_source(std::string bytes, std::string_view name);

/// The encoding that a comment on the first two lines names (PEP 263; Ruby's magic comment), in small letters: "cp949"
/// of
/// "# -*- coding: cp949 -*-". Empty: none does.
std::string declared_encoding(std::string_view text);

}  // namespace judge
