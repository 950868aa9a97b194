#pragma once

// Korean for sentences that are formed where no language is known: help, errors, hints, findings. The code says them in
// plain English, and harness/data/korean.json has the Korean of each, with {} for whatever is put in:
//
//     "cannot find problem '{}'": "'{}' 문제를 찾을 수 없습니다"
//     "cannot read '{}': {}": "'{}' 파일을 읽을 수 없습니다: {}"
//
// What is put in is looked up in turn, unless it stands in quotes, so that the second entry serves every cause that has
// an entry of its own. The section "others" holds words of the
// system and of CLI11, and what is joined only when the program runs. Where Korean wants another order it says {0},
// {1}. What has no entry stays English.

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace judge {

class Phrasebook {
  public:
    /// Reads the embedded table.
    Phrasebook();

    struct Spoken {
        std::string text;                  // the Korean, or as much of it as there is
        std::vector<std::string> entries;  // English keys that made it
        std::vector<std::string> unknown;  // pieces outside quotes that stayed as they were
    };

    /// `english` in Korean. Of several lines only the first is looked up, unless an entry spans them: below it stand
    /// the words of compilers and programs.
    Spoken korean(std::string_view english) const;

    /// English to Korean, as in the table.
    const std::unordered_map<std::string, std::string>& table() const { return table_; }
    /// Whether it is in the section of words that are not the program's own.
    bool of_others(std::string_view english) const { return others_.contains(std::string(english)); }

  private:
    struct Pattern {
        std::string english;
        std::vector<std::string> literals;  // what stands before, between and after the {}
        std::size_t length = 0;             // bytes of all literals
    };

    bool say(std::string_view english, Spoken& spoken) const;
    void fill(const Pattern& pattern, const std::vector<std::string_view>& arguments, Spoken& spoken) const;

    std::unordered_map<std::string, std::string> table_;
    std::unordered_set<std::string> others_;
    std::vector<Pattern> patterns_;  // those with a {}, the most literal first
};

}  // namespace judge
