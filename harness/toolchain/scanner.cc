#include "toolchain/scanner.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace judge {

namespace {

struct Span {
    std::string_view open, close;  // an empty `close` is the end of the line
};

constexpr std::array<Span, 2> kC = {{{"//", ""}, {"/*", "*/"}}};
constexpr std::array<Span, 1> kHash = {{{"#", ""}}};
constexpr std::array<Span, 3> kDash = {{{"--[[", "]]"}, {"--", ""}, {"{-", "-}"}}};
constexpr std::array<Span, 1> kPercent = {{{"%", ""}}};

class Blanker {
  public:
    Blanker(std::string_view text, std::string_view comments, bool keep_quoted)
        : text_(text), out_(text), comments_(comments), keep_quoted_(keep_quoted) {}

    std::string run() {
        while (at_ < text_.size()) {
            if (const Span* span = comment()) {
                skip_comment(*span);
            } else if (raw_string() || triple_quoted() || quoted()) {
                continue;
            } else {
                ++at_;
            }
        }
        return std::move(out_);
    }

  private:
    template <std::size_t N>
    const Span* match(const std::array<Span, N>& spans) const {
        for (const Span& span : spans) {
            if (text_.substr(at_).starts_with(span.open)) return &span;
        }
        return nullptr;
    }

    const Span* comment() const {
        if (comments_ == "c") return match(kC);
        if (comments_ == "hash") return match(kHash);
        if (comments_ == "dash") return match(kDash);
        if (comments_ == "percent") return match(kPercent);
        return nullptr;
    }

    void blank(std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            if (out_[i] != '\n') out_[i] = ' ';
        }
    }

    void skip_comment(const Span& span) {
        const std::string_view close = span.close.empty() ? std::string_view("\n") : span.close;
        const std::size_t found = text_.find(close, at_ + span.open.size());
        const std::size_t end = found == std::string_view::npos ? text_.size() : found + close.size();
        blank(at_, end);
        at_ = end;
    }

    /// Passes over quoted text whose inside is [from, close).
    void pass(std::size_t from, std::size_t close, std::size_t end) {
        if (!keep_quoted_) blank(from, std::min(close, text_.size()));
        at_ = std::min(end, text_.size());
    }

    bool raw_string() {
        if (comments_ != "c" || !text_.substr(at_).starts_with("R\"")) return false;
        if (at_ > 0 && is_name(text_.substr(at_ - 1, 1)) && text_[at_ - 1] != 'L' && text_[at_ - 1] != 'u' &&
            text_[at_ - 1] != 'U' && text_[at_ - 1] != '8') {
            return false;
        }
        const std::size_t open = text_.find('(', at_ + 2);
        if (open == std::string_view::npos || open - at_ > 18) return false;
        const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
        const std::size_t found = text_.find(close, open);
        pass(open + 1, found, found == std::string_view::npos ? text_.size() : found + close.size());
        return true;
    }

    bool triple_quoted() {
        const std::string_view mark = text_.substr(at_, 3);
        if (mark != "\"\"\"" && !(mark == "'''" && comments_ == "hash")) return false;
        const std::size_t found = text_.find(mark, at_ + 3);
        pass(at_ + 3, found, found == std::string_view::npos ? text_.size() : found + 3);
        return true;
    }

    bool quoted() {
        const char quote = text_[at_];
        if (quote != '"' && quote != '\'') return false;
        // 1'000'000 of C++ and foldl' of Haskell: an apostrophe there opens nothing.
        if (quote == '\'' && at_ > 0 && closes_word(text_[at_ - 1])) {
            ++at_;
            return true;
        }
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
        if (end >= text_.size() || text_[end] != quote) {  // never closed on this line: not a quote
            ++at_;
            return true;
        }
        pass(at_ + 1, end, end + 1);
        return true;
    }

    bool closes_word(char before) const {
        const auto byte = static_cast<unsigned char>(before);
        return comments_ == "dash" ? std::isalnum(byte) != 0 : comments_ == "c" && std::isdigit(byte) != 0;
    }

    std::string_view text_;
    std::string out_;
    std::string_view comments_;
    bool keep_quoted_;
    std::size_t at_ = 0;
};

bool is_word_byte(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) || c == '_' || byte > 127;
}

}  // namespace

std::string blanked(std::string_view text, std::string_view comments) {
    return Blanker(text, comments, false).run();
}

std::string without_comments(std::string_view text, std::string_view comments) {
    return Blanker(text, comments, true).run();
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        if (std::isspace(static_cast<unsigned char>(text[at]))) {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        if (is_word_byte(text[at])) {
            while (end < text.size() && is_word_byte(text[end])) ++end;
        }
        words.emplace_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

bool is_name(std::string_view word) {
    return !word.empty() && is_word_byte(word[0]) && !std::isdigit(static_cast<unsigned char>(word[0]));
}

}  // namespace judge
