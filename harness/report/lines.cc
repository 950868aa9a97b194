#include "report/lines.h"

#include <algorithm>

#include "base/utf8.h"

namespace judge {
namespace {

std::size_t next_character(std::string_view text, std::size_t at) {
    ++at;
    while (at < text.size() && continues_character(text[at])) ++at;
    return at;
}

/// The longest prefix of whole characters within `columns`, at least one
/// character.
std::string_view prefix_within(std::string_view text, std::size_t columns) {
    std::size_t end = text.empty() ? 0 : next_character(text, 0);
    std::size_t used = display_width(text.substr(0, end));
    while (end < text.size()) {
        const std::size_t next = next_character(text, end);
        used += display_width(text.substr(end, next - end));
        if (used > columns) break;
        end = next;
    }
    return text.substr(0, end);
}

}  // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

void append(std::vector<std::string>& lines, std::vector<std::string> more) {
    std::move(more.begin(), more.end(), std::back_inserter(lines));
}

std::string one_line(std::string_view text) {
    std::string line;
    for (const char c : printable(text)) {
        if (c == '\n') {
            line += "␊";
        } else if (c == '\t') {
            line += "→";
        } else {
            line += c;
        }
    }
    return line;
}

std::vector<std::string> wrapped(std::string_view whole, std::size_t width, std::size_t indent) {
    const std::string clean = one_line(whole);
    std::string_view text = clean;
    std::vector<std::string> lines;
    std::string line;
    std::size_t used = 0;
    bool fresh = true;  // nothing but the indent stands on the line
    const auto end_line = [&] {
        lines.push_back(std::move(line));
        line.assign(indent, ' ');
        used = indent;
        fresh = true;
    };
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!fresh && used + 1 + display_width(word) > width) {
            end_line();
        } else if (!fresh) {
            line += ' ';
            ++used;
        }
        while (used + display_width(word) > width) {
            const std::string_view part = prefix_within(word, width > used ? width - used : 1);
            line += part;
            word.remove_prefix(part.size());
            end_line();
        }
        line += word;
        used += display_width(word);
        fresh = false;
    }
    lines.push_back(std::move(line));
    return lines;
}

std::string cut_start(std::string_view text, std::size_t columns) {
    if (display_width(text) <= columns) return std::string(text);
    std::string_view rest = text;
    while (!rest.empty() && display_width(rest) + 1 > columns) rest.remove_prefix(next_character(rest, 0));
    return columns == 0 ? "" : "…" + std::string(rest);
}

Window window_on(std::string_view line, std::size_t focus, std::size_t columns) {
    focus = std::min(focus, line.size());
    const std::size_t mark = display_width(line.substr(0, focus));
    if (display_width(line) <= columns) return {std::string(line), mark};
    if (mark + 4 <= columns) return {cut_to_width(line, columns), mark};
    // Begin so far left of the focus that a third of the window shows what led
    // there.
    std::size_t begin = 0;
    while (display_width(line.substr(begin, focus - begin)) + 1 > columns / 3) begin = next_character(line, begin);
    return {"…" + cut_to_width(line.substr(begin), columns - 1), 1 + display_width(line.substr(begin, focus - begin))};
}

std::string shell_word(std::string_view text) {
    const auto plain = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               std::string_view("._/+-").find(c) != std::string_view::npos;
    };
    if (!text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), plain)) return std::string(text);
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::size_t parting_of(std::string_view a, std::string_view b) {
    const auto [in_a, in_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    auto at = static_cast<std::size_t>(in_a - a.begin());
    while (at > 0 && ((at < a.size() && continues_character(a[at])) || (at < b.size() && continues_character(b[at]))))
        --at;
    return at;
}

}  // namespace judge
