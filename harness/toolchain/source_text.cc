#include "toolchain/source_text.h"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <optional>

#include "base/utf8.h"

namespace judge {

namespace {

constexpr std::string_view kMark = "\xef\xbb\xbf";

/// `bytes` in UTF-8, or nothing if they are not valid in `encoding` or the system lacks it.
std::optional<std::string> converted(std::string bytes, const char* encoding) {
    const iconv_t converter = iconv_open("UTF-8", encoding);
    // iconv_open answers (iconv_t)-1 when it fails; no other value is reserved.
    if (reinterpret_cast<std::intptr_t>(converter) == -1) return std::nullopt;
    std::string out(bytes.size() * 3 + 16, '\0');
    char* from = bytes.data();
    char* to = out.data();
    std::size_t from_left = bytes.size();
    std::size_t to_left = out.size();
    const bool ok = iconv(converter, &from, &from_left, &to, &to_left) != static_cast<std::size_t>(-1);
    iconv_close(converter);
    if (!ok || from_left != 0) return std::nullopt;
    out.resize(out.size() - to_left);
    return out;
}

Finding encoding_finding(std::string_view name, std::string_view encoding) {
    return {Severity::note, "encoding", fmt::format("'{}' is written in {}; it is compiled as UTF-8", name, encoding),
            "save the file as UTF-8 to be sure of its texts"};
}

void make_line_ends_unix(std::string& text) {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') continue;
        text[kept++] = text[at];
    }
    text.resize(kept);
}

const char* wide_encoding(std::string_view bytes) {
    if (bytes.starts_with("\xff\xfe")) return "UTF-16LE";
    if (bytes.starts_with("\xfe\xff")) return "UTF-16BE";
    return nullptr;
}

}  // namespace

Result<SourceText> decode_source(std::string bytes, std::string_view name) {
    SourceText source;
    source.text = std::move(bytes);
    if (const char* encoding = wide_encoding(source.text)) {
        if (auto text = converted(source.text.substr(2), encoding)) {
            source.text = std::move(*text);
            source.findings.push_back(encoding_finding(name, encoding));
        }
    }
    if (const std::size_t nul = source.text.find('\0'); nul != std::string::npos) {
        const auto line =
            1 + std::count(source.text.begin(), source.text.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
        return Error{ErrorCode::bad_input, fmt::format("cannot read '{}': line {} holds a NUL byte", name, line),
                     "a source is text; check that this is the right file"};
    }
    if (source.text.starts_with(kMark)) source.text.erase(0, kMark.size());
    if (!is_valid_utf8(source.text)) {
        if (auto text = converted(source.text, "CP949")) {
            source.text = std::move(*text);
            source.findings.push_back(encoding_finding(name, "CP949 (EUC-KR)"));
        }
    }
    make_line_ends_unix(source.text);
    return source;
}

std::string declared_encoding(std::string_view text) {
    for (int line = 0; line < 2 && !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view comment = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t word = comment.find("coding");
        if (!comment.starts_with('#') || word == std::string_view::npos) continue;
        std::string_view rest = comment.substr(word + std::string_view("coding").size());
        if (rest.empty() || (rest.front() != ':' && rest.front() != '=')) continue;
        rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        const auto ends = std::find_if_not(rest.begin(), rest.end(), [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' ||
                   c == '.';
        });
        if (ends != rest.begin()) return lower_ascii({rest.begin(), ends});
    }
    return "";
}

}  // namespace judge
