#include "packages/xml.h"

#include <algorithm>
#include <pugixml.hpp>

#include "base/json_positions.h"
#include "packages/text.h"

namespace judge {

Status read_xml(const std::string& path, pugi::xml_document& document) {
    JUDGE_ASSIGN(decoded, read_text(path));
    const std::string& text = decoded.text;
    const pugi::xml_parse_result parsed =
        document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (parsed) return Done{};
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0));
    return Error{ErrorCode::bad_input,
                 "cannot read '" + path + "': line " +
                     std::to_string(line_of_offset(text, std::min(offset, text.size()))) + ": " + parsed.description(),
                 "mend the file"};
}

}  // namespace judge
