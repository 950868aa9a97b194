#pragma once

// Every sentence the program says, in English and Korean, from one embedded
// table: harness/data/messages.json.
//
//     Messages messages(Tongue::ko);
//     messages.text("summary.all_expected", 11);     "제출 11개: 모두 예상대로"
//
// In the table `{0}` stands for the first argument, and `{0|case|cases}` for
// the first word if it is 1, else for the second. A variable of this type is
// always called `messages` (or `messages_`): a test finds by that name every id
// that the code uses.

#include <concepts>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "model/verdict.h"
#include "report/phrasebook.h"

namespace judge {

enum class Tongue : std::uint8_t { en, ko };

/// "en" or "ko", as in flags, files and HTML.
std::string_view id_of(Tongue tongue);

class Messages {
  public:
    explicit Messages(Tongue tongue);

    /// The sentence `id` with its arguments (text or whole numbers) put in. An
    /// unknown id is a bug; it yields "[id]".
    template <typename... Args>
    std::string text(std::string_view id, const Args&... args) const {
        return filled(id, {word(args)...});
    }

    /// The verdict as solvers know it: its code ("WA") in English, BOJ's words
    /// ("틀렸습니다") in Korean.
    std::string_view verdict(Verdict verdict) const;

    /// `english` itself in English; in Korean what the phrase book makes of it.
    std::string translated(std::string_view english) const;

    Tongue tongue() const { return tongue_; }
    /// Sentences by id, with their placeholders: for reports that choose the
    /// language when they are read.
    const std::map<std::string, std::string, std::less<>>& table() const { return table_; }

  private:
    static std::string word(std::string_view text) { return std::string(text); }
    static std::string word(std::integral auto number) { return std::to_string(number); }
    std::string filled(std::string_view id, std::initializer_list<std::string> args) const;

    Tongue tongue_;
    std::map<std::string, std::string, std::less<>> table_;
    std::shared_ptr<const Phrasebook> phrasebook_;  // only in Korean
};

}  // namespace judge
