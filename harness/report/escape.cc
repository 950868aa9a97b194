#include "report/escape.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "report/lines.h"

namespace judge {
namespace {

enum class White { kept, referenced };

std::string xml(std::string_view raw, White white) {
    std::string out;
    const std::string text = printable(raw);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            case '\n':
                out += white == White::kept ? "\n" : "&#10;";
                break;
            case '\t':
                out += white == White::kept ? "\t" : "&#9;";
                break;
            case '\xEF':  // U+FFFE and U+FFFF are no characters of XML
                if (text.compare(i, 3, "\xEF\xBF\xBE") == 0 || text.compare(i, 3, "\xEF\xBF\xBF") == 0) {
                    out += "\xEF\xBF\xBD";
                    i += 2;
                    break;
                }
                [[fallthrough]];
            default:
                out += c;
        }
    }
    return out;
}

}  // namespace

std::string xml_attribute(std::string_view text) {
    return xml(text, White::referenced);
}

std::string xml_text(std::string_view text) {
    return xml(text, White::kept);
}

std::string markdown_text(std::string_view text) {
    std::string out;
    for (const char c : one_line(text)) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '|':
            case '`':
            case '*':
            case '[':
            case ']':
            case '~':
            case '\\':
                out += fmt::format("&#{};", static_cast<int>(c));
                break;
            case '_':
                out += "\\_";
                break;
            default:
                out += c;
        }
    }
    return out;
}

}  // namespace judge
