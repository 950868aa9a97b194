#include "report/compiler_words.h"

#include <algorithm>
#include <array>

#include "report/ink.h"
#include "report/lines.h"

namespace judge {
namespace {

struct SeverityWord {
    std::string_view word;
    Ink ink;
};

constexpr std::array<SeverityWord, 9> kSeverities = {{{"fatal error", Ink::bad},
                                                      {"internal compiler error", Ink::bad},
                                                      {"error", Ink::bad},
                                                      {"Error", Ink::bad},
                                                      {"Fatal", Ink::bad},
                                                      {"warning", Ink::doubtful},
                                                      {"Warning", Ink::doubtful},
                                                      {"note", Ink::strong},
                                                      {"help", Ink::strong}}};

/// The length of what may stand between the word and its colon: "[E0308]" of rustc, " CS0103" of mcs; else 0.
std::size_t code_length(std::string_view text) {
    constexpr std::string_view kCode = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    if (text.empty() || (text[0] != '[' && text[0] != ' ')) return 0;
    const std::size_t end = text.find_first_not_of(kCode, 1);
    if (end == std::string_view::npos || end == 1) return 0;
    if (text[0] == ' ') return end;
    return text[end] == ']' ? end + 1 : 0;
}

/// The severity word that `text` begins with, up to its colon; empty if there is none.
std::string_view severity_of(std::string_view text, Ink& ink) {
    for (const SeverityWord& one : kSeverities) {
        if (!text.starts_with(one.word)) continue;
        const std::size_t end = one.word.size() + code_length(text.substr(one.word.size()));
        if (end >= text.size() || text[end] != ':') continue;
        ink = one.ink;
        return text.substr(0, end + 1);
    }
    return {};
}

/// The place after the next ": " or ") " from `at`, or npos.
std::size_t next_start(std::string_view line, std::size_t at) {
    const std::size_t gap = std::min(line.find(": ", at), line.find(") ", at));
    return gap == std::string_view::npos ? gap : gap + 2;
}

/// "   |     ^~~~" and the like: nothing but signs that point at the line above.
bool points(std::string_view line) {
    return line.find('^') != std::string_view::npos &&
           line.find_first_not_of(" |^~-+.0123456789") == std::string_view::npos;
}

}  // namespace

std::string painted_compiler_line(std::string_view line, const RenderOptions& options) {
    if (points(line)) return painted(line, Ink::good, options);
    for (std::size_t at = 0; at < line.size(); at = next_start(line, at)) {
        Ink ink = Ink::plain;
        if (const std::string_view word = severity_of(line.substr(at), ink); !word.empty()) {
            return painted(line.substr(0, at), Ink::strong, options) + painted(word, ink, options) +
                   std::string(line.substr(at + word.size()));
        }
    }
    return std::string(line);
}

std::string painted_compiler_log(std::string_view log, const RenderOptions& options) {
    std::string text;
    for (const std::string_view line : lines_of(log)) text.append(painted_compiler_line(line, options)) += '\n';
    return text;
}

}  // namespace judge
