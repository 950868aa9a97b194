#include "testing/sentences.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <string_view>

namespace judge {
namespace {

struct Token {
    enum class Kind { literal, word, mark } kind = Kind::mark;
    std::string text;  // of a literal: what it says
    std::size_t line = 0;
};

std::string unescaped(std::string_view literal) {
    std::string text;
    for (std::size_t i = 0; i < literal.size(); ++i) {
        if (literal[i] == '\\' && i + 1 < literal.size()) {
            const char next = literal[++i];
            text += next == 'n' ? '\n' : next;
        } else {
            text += literal[i];
        }
    }
    return text;
}

// The end of the literal or comment that begins at `at`: one past its closing mark.
std::size_t end_of_literal(const std::string& code, std::size_t at) {
    const char mark = code[at];
    for (++at; at < code.size() && code[at] != mark; ++at)
        if (code[at] == '\\') ++at;
    return std::min(at + 1, code.size());
}

// Raw literals, characters, comments and directives are passed over: nothing of them is said to people.
std::size_t end_of_unsaid(const std::string& code, std::size_t at) {
    const std::string_view rest = std::string_view(code).substr(at);
    if (rest.starts_with("//") || rest[0] == '#') return std::min(code.find('\n', at), code.size());
    if (rest.starts_with("/*")) return code.find("*/", at) + 2;
    if (rest.starts_with("R\"")) {
        const std::size_t open = code.find('(', at);
        const std::string close = ")" + code.substr(at + 2, open - at - 2) + "\"";
        return code.find(close, open) + close.size();
    }
    if (rest[0] == '\'') return end_of_literal(code, at);
    return at;
}

std::vector<Token> tokens_of(const std::string& code) {
    std::vector<Token> tokens;
    std::size_t line = 1;
    for (std::size_t at = 0; at < code.size();) {
        std::size_t end = end_of_unsaid(code, at);
        const char c = code[at];
        if (end == at && c == '"') {
            end = end_of_literal(code, at);
            const std::string text = unescaped(std::string_view(code).substr(at + 1, end - at - 2));
            if (!tokens.empty() && tokens.back().kind == Token::Kind::literal)
                tokens.back().text += text;
            else
                tokens.push_back({Token::Kind::literal, text, line});
        } else if (end == at && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')) {
            while (end < code.size() && (std::isalnum(static_cast<unsigned char>(code[end])) != 0 || code[end] == '_' ||
                                         (code[end] == '\'' && std::isdigit(static_cast<unsigned char>(c)) != 0)))
                ++end;
            tokens.push_back({Token::Kind::word, code.substr(at, end - at), line});
        } else if (end == at) {
            end = at + 1;
            if (std::isspace(static_cast<unsigned char>(c)) == 0) tokens.push_back({Token::Kind::mark, {c}, line});
        }
        line += static_cast<std::size_t>(std::count(code.begin() + static_cast<std::ptrdiff_t>(at),
                                                    code.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        at = end;
    }
    return tokens;
}

// One past the operand of + that begins at `at`.
std::size_t end_of_operand(const std::vector<Token>& tokens, std::size_t at) {
    int depth = 0;
    for (; at < tokens.size(); ++at) {
        if (tokens[at].kind != Token::Kind::mark) continue;
        const char c = tokens[at].text[0];
        if (depth == 0 && std::string_view("+,;)}?=|&<").find(c) != std::string_view::npos) break;
        if (depth == 0 && c == ':' && tokens[at + 1].text != ":" && tokens[at - 1].text != ":") break;
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
    }
    return at;
}

bool is_plus(const Token& token) {
    return token.kind == Token::Kind::mark && token.text == "+";
}

// A literal of fmt or plain text, with {} for each place of fmt's.
std::string with_places(const std::string& literal) {
    static const std::regex place(R"(\{[0-9]?(:[^{}]*)?\})");
    std::string text = std::regex_replace(literal, place, "{}");
    for (const std::string brace : {"{", "}"})
        for (std::size_t at = text.find(brace + brace); at != std::string::npos; at = text.find(brace + brace, at + 1))
            text.erase(at, 1);
    return text;
}

}  // namespace

std::vector<Sentence> sentences_of(const std::string& code, const std::string& file) {
    const std::vector<Token> tokens = tokens_of(code);
    std::vector<Sentence> all;
    std::set<std::size_t> joined;  // literals that are part of an earlier one's sentence
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::literal || joined.contains(i)) continue;
        Sentence sentence{"", file + ":" + std::to_string(tokens[i].line), ""};
        if (i > 1) sentence.before = tokens[i - 2].text + tokens[i - 1].text;
        if (i > 0 && is_plus(tokens[i - 1])) sentence.text = "{}";
        for (std::size_t at = i;; ++at) {
            if (tokens[at].kind == Token::Kind::literal) {
                joined.insert(at);
                sentence.text += with_places(tokens[at++].text);
            } else {
                at = end_of_operand(tokens, at);
                sentence.text += "{}";
            }
            if (at + 1 >= tokens.size() || !is_plus(tokens[at])) break;
        }
        all.push_back(std::move(sentence));
    }
    return all;
}

}  // namespace judge
