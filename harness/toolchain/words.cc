#include "toolchain/words.h"

namespace judge {

namespace {

Error unclosed(std::string_view command) {
    return {ErrorCode::bad_input, "cannot read the command '" + std::string(command) + "': a quote is not closed", ""};
}

/// Copies the quoted piece that starts at `at` to `word`; returns the place after it, npos if it never ends.
std::size_t read_quoted(std::string_view command, std::size_t at, std::string& word) {
    const char quote = command[at];
    for (++at; at < command.size(); ++at) {
        if (command[at] == quote) return at + 1;
        const bool escape = quote == '"' && command[at] == '\\' && at + 1 < command.size() &&
                            (command[at + 1] == '"' || command[at + 1] == '\\');
        if (escape) ++at;
        word += command[at];
    }
    return std::string_view::npos;
}

std::string substitute_inside(std::string_view word, const Substitutions& values) {
    std::string out;
    for (std::size_t at = 0; at < word.size();) {
        const std::size_t close = word[at] == '{' ? word.find('}', at) : std::string_view::npos;
        const auto found =
            close == std::string_view::npos ? values.end() : values.find(word.substr(at, close + 1 - at));
        if (found == values.end()) {
            out += word[at++];
        } else {
            if (!found->second.empty()) out += found->second.front();
            at = close + 1;
        }
    }
    return out;
}

}  // namespace

Result<std::vector<std::string>> split_words(std::string_view command) {
    std::vector<std::string> words;
    bool inside = false;
    for (std::size_t at = 0; at < command.size();) {
        const char c = command[at];
        if (c == ' ') {
            inside = false;
            ++at;
            continue;
        }
        if (!inside) words.emplace_back();
        inside = true;
        if (c == '\'' || c == '"') {
            at = read_quoted(command, at, words.back());
            if (at == std::string_view::npos) return unclosed(command);
        } else {
            words.back() += c;
            ++at;
        }
    }
    if (words.empty()) return Error{ErrorCode::bad_input, "cannot read the command '': it has no word", ""};
    return words;
}

std::vector<std::string> substitute(const std::vector<std::string>& words, const Substitutions& values) {
    std::vector<std::string> out;
    for (const std::string& word : words) {
        if (const auto whole = values.find(word); whole != values.end()) {
            out.insert(out.end(), whole->second.begin(), whole->second.end());
        } else {
            out.push_back(substitute_inside(word, values));
        }
    }
    return out;
}

std::string join_words(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty()) line += ' ';
        if (!word.empty() && word.find_first_of(" '\"") == std::string::npos) {
            line += word;
            continue;
        }
        line += '"';
        for (const char c : word) {
            if (c == '"' || c == '\\') line += '\\';
            line += c;
        }
        line += '"';
    }
    return line;
}

}  // namespace judge
