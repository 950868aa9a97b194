#include "toolchain/web_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "base/files.h"
#include "toolchain/scanner.h"

namespace judge {

namespace {

struct Lookalike {
    char32_t from, to;  // code points, both included
    std::string_view name;
    std::string_view meant;  // "" = nothing
};

constexpr std::array<Lookalike, 15> kLookalikes = {{{0x00a0, 0x00a0, "no-break space", " "},
                                                    {0x00ad, 0x00ad, "soft hyphen", ""},
                                                    {0x2000, 0x200a, "wide blank", " "},
                                                    {0x200b, 0x200f, "zero-width character", ""},
                                                    {0x2010, 0x2015, "dash", "-"},
                                                    {0x2018, 0x201b, "curly quote", "'"},
                                                    {0x201c, 0x201f, "curly quote", "\""},
                                                    {0x2028, 0x2029, "line separator", "\n"},
                                                    {0x202a, 0x202f, "invisible character", ""},
                                                    {0x2060, 0x2064, "zero-width character", ""},
                                                    {0x2212, 0x2212, "minus sign", "-"},
                                                    {0x3000, 0x3000, "wide blank", " "},
                                                    {0xfeff, 0xfeff, "byte order mark", ""},
                                                    {0x00b4, 0x00b4, "accent", "'"},
                                                    {0x2026, 0x2026, "ellipsis", "..."}}};

struct Character {
    char32_t code = 0;
    std::size_t length = 1;
};

/// The character at `at` of valid UTF-8; a bad byte counts as itself.
Character character_at(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) -> char32_t {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
    };
    const char32_t first = byte(0);
    if (first < 0xc0) return {first, 1};
    if (first < 0xe0) return {(first & 0x1f) << 6 | (byte(1) & 0x3f), 2};
    if (first < 0xf0) return {(first & 0x0f) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f), 3};
    return {(first & 0x07) << 18 | (byte(1) & 0x3f) << 12 | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f), 4};
}

/// What `code` should have been; false if it is a character like any other.
bool look_up(char32_t code, std::string& name, std::string& meant) {
    if (code >= 0xff01 && code <= 0xff5e) {  // full-width forms mirror ASCII; letters and digits may be names
        const char plain = static_cast<char>(code - 0xff01 + '!');
        if (std::isalnum(static_cast<unsigned char>(plain))) return false;
        name = fmt::format("full-width {}", plain);
        meant = plain;
        return true;
    }
    for (const Lookalike& row : kLookalikes) {
        if (code < row.from || code > row.to) continue;
        name = row.name;
        meant = row.meant;
        return true;
    }
    return false;
}

/// Where a caption begins, or npos: words after the last brace that neither end a statement nor are a directive.
std::size_t caption_start(std::string_view code) {
    const std::size_t brace = code.rfind('}');
    if (brace == std::string_view::npos) return std::string_view::npos;
    const std::size_t start = code.find_first_not_of(" \t\n", brace + 1);
    if (start == std::string_view::npos || code.find_first_of(";{#=()", start) != std::string_view::npos) {
        return std::string_view::npos;
    }
    // "} name" without a semicolon would be an error of the code's own only before a semicolon; a word here is alone.
    return is_name(code.substr(start, 1)) ? start : std::string_view::npos;
}

class Places {
  public:
    explicit Places(std::string_view text) : text_(text) {}

    std::vector<WebCharacter> in(std::string_view code, bool captions) {
        for (std::size_t at = 0; at < text_.size();) {
            const Character c = character_at(text_, at);
            std::string name, meant;
            if (code[at] == text_[at] && c.code > 127 && look_up(c.code, name, meant)) {
                add(at, c.length, fmt::format("U+{:04X} ({})", static_cast<unsigned>(c.code), name), meant);
            }
            at += c.length;
            column_ += 1;
            if (c.code == '\n') {
                ++line_;
                column_ = 1;
            }
        }
        if (captions) add_caption(code);
        return std::move(found_);
    }

  private:
    void add(std::size_t at, std::size_t length, std::string name, std::string meant) {
        found_.push_back({line_, column_, std::move(name), at, length, std::move(meant)});
    }

    void add_caption(std::string_view code) {
        const std::size_t start = caption_start(code);
        if (start == std::string_view::npos) return;
        std::erase_if(found_, [&](const WebCharacter& one) { return one.offset >= start; });
        const std::string_view before = text_.substr(0, start);
        line_ = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
        column_ = start - (before.rfind('\n') + 1) + 1;
        add(start, text_.size() - start, "text after the last brace", "\n");
    }

    std::string_view text_;
    std::vector<WebCharacter> found_;
    std::size_t line_ = 1, column_ = 1;
};

std::string places_text(const std::vector<WebCharacter>& places, std::string_view name) {
    const WebCharacter& first = places.front();
    std::string text = fmt::format("'{}' line {}, column {}: {}", name, first.line, first.column, first.name);
    if (places.size() > 1) text += fmt::format(", and {} more such places", places.size() - 1);
    return text;
}

/// Replaces the first places of `text`, up to a quote: once a curly quote is straight, what it holds is no code any
/// more, and the rest must be looked for anew.
void replace_until_quote(std::string& text, const std::vector<WebCharacter>& places) {
    const auto is_quote = [](const WebCharacter& one) { return one.replacement == "\"" || one.replacement == "'"; };
    auto end = std::find_if(places.begin(), places.end(), is_quote);
    if (end != places.end()) ++end;
    for (auto one = std::make_reverse_iterator(end); one != places.rend(); ++one) {
        text.replace(one->offset, one->length, one->replacement);
    }
}

}  // namespace

std::vector<WebCharacter> web_characters(std::string_view text, std::string_view comments) {
    const std::string code = blanked(text, comments);
    return Places(text).in(code, comments == "c");
}

void add_web_findings(const Staging& staging, const Language& language, std::vector<Finding>& findings) {
    for (const StagedFile& file : staging.sources) {
        const std::vector<WebCharacter> places = web_characters(file.text, language.comments);
        if (places.empty()) continue;
        findings.push_back({Severity::warning, "web-characters",
                            places_text(places, file_name(file.original)) + ": it came with a copy from a web page",
                            "replace it, or compile a cleaned copy with --repair"});
    }
}

void repair_sources(Staging& staging, const Language& language, std::vector<Finding>& findings) {
    for (StagedFile& file : staging.sources) {
        std::vector<WebCharacter> places = web_characters(file.text, language.comments);
        if (places.empty()) continue;
        findings.push_back({Severity::note, "repaired",
                            places_text(places, file_name(file.original)) + ": replaced in the copy that was compiled",
                            "the file itself is as it was: mend it before submitting"});
        while (!places.empty()) {
            replace_until_quote(file.text, places);
            places = web_characters(file.text, language.comments);
        }
    }
}

}  // namespace judge
