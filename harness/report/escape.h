#pragma once

// Text made safe inside other languages. All of these make it printable first: valid UTF-8 without control characters.

#include <string>
#include <string_view>

namespace judge {

/// For XML and HTML text and quoted attributes; newlines and tabs become character references.
std::string xml_attribute(std::string_view text);
/// For XML and HTML text; newlines and tabs stay.
std::string xml_text(std::string_view text);
/// For one line of Markdown outside code, also in a table cell.
std::string markdown_text(std::string_view text);

}  // namespace judge
