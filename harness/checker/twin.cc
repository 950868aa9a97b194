#include "checker/twin.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <regex>
#include <vector>

namespace judge::twin {

namespace {

using Kind = CheckOutcome::Kind;

struct Piece {
    std::string space;  // before the token
    std::string token;  // empty: the white space at the end
};

std::vector<Piece> pieces_of(std::string_view text) {
    std::vector<Piece> pieces(1);
    for (const char c : text) {
        if (!is_space(c)) {
            pieces.back().token += c;
        } else if (pieces.back().token.empty()) {
            pieces.back().space += c;
        } else {
            pieces.push_back({std::string(1, c), ""});
        }
    }
    if (!pieces.back().token.empty()) pieces.push_back({});
    return pieces;
}

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    return text;
}

std::optional<double> number_of(const std::string& token, NumberForm form) {
    static const std::regex decimal("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    static const std::regex hexadecimal("[+-]?0[xX]([0-9a-fA-F]+(\\.[0-9a-fA-F]*)?|\\.[0-9a-fA-F]+)([pP][+-]?[0-9]+)?");
    if (!std::regex_match(token, decimal) && !(form == NumberForm::c_double && std::regex_match(token, hexadecimal)))
        return std::nullopt;
    const double value = std::strtod(token.c_str(), nullptr);
    if (!std::isfinite(value)) return std::nullopt;
    return value;
}

bool token_equal(const TokenRules& rules, const std::string& output, const std::string& answer) {
    if (output == answer || (rules.fold_case && lower(output) == lower(answer))) return true;
    if (!rules.number) return false;
    const auto expected = number_of(answer, rules.number->form);
    const auto got = number_of(output, rules.number->form);
    if (!expected || !got) return false;
    const double apart = std::fabs(*expected - *got);
    return (rules.number->absolute && apart <= *rules.number->absolute) ||
           (rules.number->relative && apart <= *rules.number->relative * std::fabs(*expected));
}

/// CR LF to LF, then one blank before each LF goes, then line ends become blanks.
std::string simple(const std::string& space) {
    std::string text = std::regex_replace(space, std::regex("\r\n"), "\n");
    text = std::regex_replace(text, std::regex(" \n"), "\n");
    return std::regex_replace(text, std::regex("\n"), " ");
}

Kind tokens(const TokenRules& rules, std::string_view output, std::string_view answer) {
    const std::vector<Piece> a = pieces_of(output);
    const std::vector<Piece> b = pieces_of(answer);
    bool spaced = true;
    for (std::size_t at = 0; at < std::min(a.size(), b.size()); ++at) {
        const bool last = a[at].token.empty() && b[at].token.empty();
        if (rules.space == SpaceRule::exact && a[at].space != b[at].space) return Kind::wrong_answer;
        if (!last && rules.space == SpaceRule::tolerant) spaced = spaced && simple(a[at].space) == simple(b[at].space);
        if (!token_equal(rules, a[at].token, b[at].token)) return Kind::wrong_answer;
    }
    if (a.size() != b.size()) return Kind::wrong_answer;
    return spaced ? Kind::accepted : Kind::presentation_error;
}

std::vector<std::string> trimmed_lines(std::string_view text) {
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    }
    for (std::string& line : lines)
        while (!line.empty() && is_space(line.back())) line.pop_back();
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
}

std::string without_cr(std::string_view text) {
    return std::regex_replace(std::string(text), std::regex("\r\n"), "\n");
}

Kind kind_if(bool equal) {
    return equal ? Kind::accepted : Kind::wrong_answer;
}

}  // namespace

std::optional<Kind> kind_of(const Comparer& comparer, std::string_view output, std::string_view answer) {
    const std::string_view id = comparer.row->id;
    if (id == "exact")
        return kind_if(comparer.options.ignore_cr ? without_cr(output) == without_cr(answer) : output == answer);
    if (id == "lines") return kind_if(trimmed_lines(output) == trimmed_lines(answer));
    if (id == "boj" || id == "tokens" || id == "float" || id == "kattis")
        return tokens(comparer.options.rules, output, answer);
    if (id == "unordered-lines") {
        std::vector<std::string> a = trimmed_lines(output), b = trimmed_lines(answer);
        for (std::vector<std::string>* lines : {&a, &b}) {
            std::erase(*lines, "");
            std::sort(lines->begin(), lines->end());
        }
        return kind_if(a == b);
    }
    if (const auto kind = testlib_kind_of(comparer, output, answer)) return kind;
    return dmoj_kind_of(comparer, output, answer);
}

}  // namespace judge::twin
