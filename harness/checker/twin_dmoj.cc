// The plain ways of DMOJ's checkers.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <regex>

#include "checker/twin.h"

namespace judge::twin {

namespace {

using Kind = CheckOutcome::Kind;
using Texts = std::vector<std::string>;

Texts split(std::string_view text, std::string_view separators, bool keep_empty) {
    Texts parts(1);
    for (const char c : text) {
        if (separators.find(c) == std::string_view::npos)
            parts.back() += c;
        else
            parts.emplace_back();
    }
    if (!keep_empty) std::erase(parts, "");
    return parts;
}

Texts words(std::string_view text) {
    return split(text, " \t\n\v\f\r", false);
}

std::string stripped(std::string text, bool left) {
    while (!text.empty() && is_space(text.back())) text.pop_back();
    while (left && !text.empty() && is_space(text.front())) text.erase(0, 1);
    return text;
}

std::string joined(const Texts& parts) {
    std::string text;
    for (const std::string& part : parts) text += part + " ";
    return text;
}

Kind kind_if(bool equal) {
    return equal ? Kind::accepted : Kind::wrong_answer;
}

Texts sorted(Texts items) {
    std::sort(items.begin(), items.end());
    return items;
}

std::optional<double> python_float(const std::string& token) {
    static const std::regex number(
        "[+-]?([0-9](_?[0-9])*(\\.([0-9](_?[0-9])*)?)?|\\.[0-9](_?[0-9])*)([eE][+-]?[0-9](_?[0-9])*)?");
    static const std::regex word("[+-]?(inf|infinity|nan)", std::regex::icase);
    if (!std::regex_match(token, number) && !std::regex_match(token, word)) return std::nullopt;
    return std::strtod(std::regex_replace(token, std::regex("_"), "").c_str(), nullptr);
}

bool dmoj_near(const CompareOptions& options, double judge, double process) {
    const double e = options.epsilon;
    if (options.error_mode == ErrorMode::absolute) return std::fabs(process - judge) <= e;
    if (options.error_mode == ErrorMode::relative) {
        const double p1 = std::min(judge * (1 - e), judge * (1 + e)), p2 = std::max(judge * (1 - e), judge * (1 + e));
        return p1 <= process && process <= p2;
    }
    return std::fabs(process - judge) <= e || (std::fabs(judge) >= e && std::fabs(1.0 - process / judge) <= e);
}

Kind dmoj_floats(const CompareOptions& options, std::string_view output, std::string_view answer) {
    const Texts a = split(output, "\r\n", false), b = split(answer, "\r\n", false);
    if (a.size() != b.size()) return Kind::wrong_answer;
    for (std::size_t line = 0; line < a.size(); ++line) {
        const Texts x = words(a[line]), y = words(b[line]);
        if (x.size() != y.size()) return Kind::wrong_answer;
        for (std::size_t at = 0; at < x.size(); ++at) {
            const auto judge = python_float(y[at]);
            const auto process = python_float(x[at]);
            if (!judge && x[at] != y[at]) return Kind::wrong_answer;
            if (judge && !(process && dmoj_near(options, *judge, *process))) return Kind::wrong_answer;
        }
    }
    return Kind::accepted;
}

bool dmoj_standard(std::string_view output, std::string_view answer) {
    const auto pieces = [](std::string_view text) {
        Texts result;
        std::string token, space = "?";
        for (const char c : std::string(text) + "\n") {
            if (!is_space(c)) {
                if (token.empty())
                    result.push_back(result.empty()                                     ? ""
                                     : space.find_first_of("\r\n") == std::string::npos ? " "
                                                                                        : "\n");
                token += c;
                space.clear();
            } else {
                if (!token.empty()) result.push_back(token);
                token.clear();
                space += c;
            }
        }
        return result;
    };
    return pieces(output) == pieces(answer);
}

Kind dmoj_easy(std::string_view output, std::string_view answer) {
    const auto counted = [](std::string_view text) {
        std::map<char, int> counts;
        for (char c : text) {
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
            if (!is_space(c)) ++counts[c];
        }
        return counts;
    };
    return kind_if(counted(output) == counted(answer));
}

Kind by_share(std::size_t right, std::size_t all) {
    return right == all ? Kind::accepted : right > 0 ? Kind::partial : Kind::wrong_answer;
}

Kind dmoj_linecount(std::string_view output, std::string_view answer) {
    const Texts a = split(output, "\r\n", false), b = split(answer, "\r\n", false);
    if (a.size() > b.size()) return Kind::wrong_answer;
    std::size_t right = 0;
    for (std::size_t line = 0; line < a.size(); ++line)
        right += stripped(a[line], true) == stripped(b[line], true) ? 1 : 0;
    return by_share(right, b.size());
}

Kind dmoj_sorted(const CompareOptions& options, std::string_view output, std::string_view answer) {
    if (options.by_tokens) return kind_if(sorted(words(output)) == sorted(words(answer)));
    const auto lines = [](std::string_view text) {
        Texts all = split(text, "\r\n", false);
        for (std::string& line : all) line = joined(words(line));
        return sorted(all);
    };
    return kind_if(lines(output) == lines(answer));
}

Kind dmoj_rstripped(const CompareOptions& options, std::string_view output, std::string_view answer) {
    const auto lines = [&](std::string_view text) {
        Texts all = split(text, "\r\n", !options.filter_blank_lines);
        for (std::string& line : all) line = stripped(line, false);
        return all;
    };
    return kind_if(lines(output) == lines(answer));
}

}  // namespace

std::optional<Kind> dmoj_kind_of(const Comparer& comparer, std::string_view output, std::string_view answer) {
    const std::string_view id = comparer.row->id;
    const CompareOptions& options = comparer.options;
    if (id == "dmoj-standard") return kind_if(dmoj_standard(output, answer));
    if (id == "dmoj-identical") {
        if (output == answer) return Kind::accepted;
        return options.presentation && dmoj_standard(output, answer) ? Kind::presentation_error : Kind::wrong_answer;
    }
    if (id == "dmoj-easy") return dmoj_easy(output, answer);
    if (id == "dmoj-sorted" || id == "dmoj-unordered" || id == "unordered-tokens")
        return dmoj_sorted(options, output, answer);
    if (id == "dmoj-rstripped") return dmoj_rstripped(options, output, answer);
    if (id == "dmoj-linecount") return dmoj_linecount(output, answer);
    if (id.starts_with("dmoj-floats")) return dmoj_floats(options, output, answer);
    return std::nullopt;
}

}  // namespace judge::twin
