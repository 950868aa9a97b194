#include "report/phrasebook.h"

#include <algorithm>
#include <tuple>

#include "base/embedded.h"
#include "base/json_fields.h"

JUDGE_DECLARE_EMBEDDED(data_korean_json);

namespace judge {
namespace {

std::vector<std::string> literals_of(std::string_view pattern) {
    std::vector<std::string> literals;
    for (std::size_t hole = pattern.find("{}"); hole != std::string_view::npos; hole = pattern.find("{}")) {
        literals.emplace_back(pattern.substr(0, hole));
        pattern.remove_prefix(hole + 2);
    }
    literals.emplace_back(pattern);
    return literals;
}

// What stands in quotes ends at the first quote that ends a word.
bool fits(const std::vector<std::string>& literals, std::size_t at, std::string_view argument) {
    if (!literals[at - 1].ends_with('\'') || !literals[at].starts_with('\'')) return true;
    return argument.find("' ") == std::string_view::npos && argument.find("':") == std::string_view::npos;
}

// Whether `text` is an argument, then literals[at], and so on to the last literal; `arguments` are then complete.
// Arguments are as short as can be.
bool matches(const std::vector<std::string>& literals, std::size_t at, std::string_view text,
             std::vector<std::string_view>& arguments) {
    const std::string& literal = literals[at];
    if (at + 1 == literals.size()) {
        if (!text.ends_with(literal)) return false;
        arguments.push_back(text.substr(0, text.size() - literal.size()));
        return fits(literals, at, arguments.back());
    }
    for (std::size_t found = text.find(literal); found != std::string_view::npos;
         found = text.find(literal, found + 1)) {
        arguments.push_back(text.substr(0, found));
        const std::string_view rest = text.substr(found + literal.size());
        if (fits(literals, at, arguments.back()) && matches(literals, at + 1, rest, arguments)) return true;
        arguments.resize(at - 1);
    }
    return false;
}

bool has_letter(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

// Appends `korean` with its {} taken from `words` in order, its {0} to {9} by number.
void put_in(const std::vector<std::string>& words, std::string_view korean, std::string& text) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < korean.size(); ++i) {
        const std::string_view rest = korean.substr(i);
        const bool plain = rest.starts_with("{}");
        const bool numbered = rest.size() > 2 && rest[0] == '{' && rest[1] >= '0' && rest[1] <= '9' && rest[2] == '}';
        if (!plain && !numbered) {
            text += korean[i];
            continue;
        }
        text += words.at(plain ? next++ : static_cast<std::size_t>(rest[1] - '0'));
        i += plain ? 1 : 2;
    }
}

}  // namespace

Phrasebook::Phrasebook() {
    Result<JsonDocument> document = JsonDocument::parse(std::string(JUDGE_EMBEDDED(data_korean_json)), "korean.json");
    if (!document) panic(document.error().message);
    for (auto& [section, sentences] : document->root().object_members()) {
        for (auto& [english, korean] : sentences.text_members()) {
            if (!table_.emplace(english, korean).second) panic("korean.json has '" + english + "' twice");
            if (section == "others") others_.insert(english);
            Pattern pattern{english, literals_of(english), 0};
            for (const std::string& literal : pattern.literals) pattern.length += literal.size();
            if (pattern.literals.size() > 1) patterns_.push_back(std::move(pattern));
        }
    }
    std::sort(patterns_.begin(), patterns_.end(), [](const Pattern& a, const Pattern& b) {
        return std::tie(b.length, a.english) < std::tie(a.length, b.english);
    });
}

Phrasebook::Spoken Phrasebook::korean(std::string_view english) const {
    Spoken spoken;
    if (say(english, spoken)) return spoken;
    const std::size_t end = std::min(english.find('\n'), english.size());
    if (end == english.size() || !say(english.substr(0, end), spoken)) {
        spoken.text += english.substr(0, end);
        spoken.unknown.emplace_back(english.substr(0, end));
    }
    spoken.text += english.substr(end);
    return spoken;
}

// Adds the Korean of `english`; false where no entry fits.
bool Phrasebook::say(std::string_view english, Spoken& spoken) const {
    if (const auto found = table_.find(std::string(english)); found != table_.end()) {
        spoken.text += found->second;
        spoken.entries.push_back(found->first);
        return true;
    }
    for (const Pattern& pattern : patterns_) {
        if (pattern.length > english.size() || !english.starts_with(pattern.literals.front())) continue;
        std::vector<std::string_view> arguments;
        if (!matches(pattern.literals, 1, english.substr(pattern.literals.front().size()), arguments)) continue;
        fill(pattern, arguments, spoken);
        return true;
    }
    return false;
}

void Phrasebook::fill(const Pattern& pattern, const std::vector<std::string_view>& arguments, Spoken& spoken) const {
    std::vector<std::string> words;
    spoken.entries.push_back(pattern.english);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        Spoken inner;
        const bool quoted = pattern.literals[i].ends_with('\'') && pattern.literals[i + 1].starts_with('\'');
        if (quoted || !say(arguments[i], inner)) {
            inner.text = arguments[i];
            if (!quoted && has_letter(arguments[i])) spoken.unknown.emplace_back(arguments[i]);
        }
        words.push_back(std::move(inner.text));
        spoken.entries.insert(spoken.entries.end(), inner.entries.begin(), inner.entries.end());
        spoken.unknown.insert(spoken.unknown.end(), inner.unknown.begin(), inner.unknown.end());
    }
    put_in(words, table_.at(pattern.english), spoken.text);
}

}  // namespace judge
