#include "toolchain/file_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "toolchain/scanner.h"

namespace judge {

namespace {

std::set<std::string> defined_macros(const std::vector<std::vector<std::string>>& commands) {
    std::set<std::string> macros;
    for (const auto& command : commands) {
        for (const std::string& word : command) {
            if (word.starts_with("-D")) macros.insert(word.substr(2, word.find('=') - 2));
        }
    }
    return macros;
}

/// Follows #if, #ifdef, #ifndef, #else, #endif line by line; conditions it cannot read count as true.
class Conditions {
  public:
    explicit Conditions(std::set<std::string> macros) : macros_(std::move(macros)) {}

    /// Takes the next line; true if it is code that is compiled.
    bool is_active(std::string_view line) {
        const std::vector<std::string> words = words_of(line);
        if (words.size() >= 2 && words[0] == "#") {
            read_directive(words);
            return false;
        }
        return std::all_of(open_.begin(), open_.end(), [](bool active) { return active; });
    }

  private:
    void read_directive(const std::vector<std::string>& words) {
        const std::string& what = words[1];
        const bool named = words.size() >= 3;
        if (what == "define" && named) macros_.insert(words[2]);
        if (what == "ifdef") open_.push_back(!named || macros_.contains(words[2]));
        if (what == "ifndef") open_.push_back(!named || !macros_.contains(words[2]));
        if (what == "if") open_.push_back(holds(words));
        if (what == "elif" && !open_.empty()) open_.back() = true;
        if (what == "else" && !open_.empty()) open_.back() = !open_.back();
        if (what == "endif" && !open_.empty()) open_.pop_back();
    }

    /// #if 0, #if defined(X), #if !defined(X).
    bool holds(const std::vector<std::string>& words) const {
        if (words.size() == 3) return words[2] != "0";
        const std::size_t at = words.size() > 3 && words[2] == "!" ? 3 : 2;
        if (words[at] != "defined" || words.size() > at + 4) return true;
        const auto name = std::find_if(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end(),
                                       [](const std::string& word) { return is_name(word); });
        if (name == words.end()) return true;
        return macros_.contains(*name) == (at == 2);
    }

    std::set<std::string> macros_;
    std::vector<bool> open_;
};

bool opens_file(std::string_view line, const Language& language) {
    // /dev/stdin is standard input under another name.
    if (line.find("/dev/std") != std::string_view::npos) return false;
    return std::any_of(language.file_access.begin(), language.file_access.end(), [&](const std::string& sign) {
        const std::size_t at = line.find(sign);
        // "open(" must not be the end of "reopen(".
        return at != std::string_view::npos && (at == 0 || !is_name(line.substr(at - 1, 1)));
    });
}

}  // namespace

std::optional<Finding> find_file_access(const StagedFile& source, const Language& language,
                                        const std::vector<std::vector<std::string>>& commands) {
    if (language.file_access.empty()) return std::nullopt;
    const std::string code = without_comments(source.text, language.comments);
    Conditions conditions(defined_macros(commands));
    std::size_t number = 0;
    for (std::size_t at = 0; at < code.size();) {
        const std::size_t end = std::min(code.find('\n', at), code.size());
        const std::string_view line = std::string_view(code).substr(at, end - at);
        at = end + 1;
        ++number;
        const bool active = language.comments != "c" || conditions.is_active(line);
        if (!active || !opens_file(line, language)) continue;
        return Finding{Severity::warning, "file-access",
                       fmt::format("line {} of '{}' opens a file, and this problem is read from standard input and "
                                   "written to standard output",
                                   number, file_name(source.original)),
                       "take the line out, or put it between #ifdef LOCAL and #endif where the language has that"};
    }
    return std::nullopt;
}

}  // namespace judge
