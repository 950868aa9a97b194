#pragma once

// Code that was copied from a web page: characters that look like code and are not, and captions after the end.

#include <string>
#include <string_view>
#include <vector>

#include "model/report.h"
#include "toolchain/language.h"
#include "toolchain/staging.h"

namespace judge {

/// One character, or the caption, that does not belong.
struct WebCharacter {
    std::size_t line = 1, column = 1;    // in characters
    std::string name;                    // "U+00A0 (no-break space)"
    std::size_t offset = 0, length = 0;  // bytes
    std::string replacement;             // what was meant
};

/// Every such place in the code of `text`: no-break and other wide blanks, zero-width characters, curly quotes,
/// full-width punctuation, dashes for minus. In comments and straight quotes they are allowed. In a language whose
/// comments are `c` a caption after the last brace is the last place.
std::vector<WebCharacter> web_characters(std::string_view text, std::string_view comments);

/// Adds a finding "web-characters" for each source that has such places: the first with its position, and how many.
void add_web_findings(const Staging& staging, const Language& language, std::vector<Finding>& findings);

/// Replaces those places in the staged copies, and adds a finding "repaired" for each changed file. The user's files
/// stay as they are.
void repair_sources(Staging& staging, const Language& language, std::vector<Finding>& findings);

}  // namespace judge
