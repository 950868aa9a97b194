#include "base/json_positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace judge {
namespace {

/// Walks over good JSON, so it needs to know no more than where tokens end.
class Locator {
  public:
    Locator(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    Result<JsonPositions> run() {
        JUDGE_TRY(value(""));
        return std::move(found_);
    }

  private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_blanks() {
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == '\n') ++line_;
            if (c != ' ' && c != '\t' && c != '\r' && c != '\n') return;
        }
    }

    /// The token at the cursor with its quotes, which the cursor passes.
    std::string_view quoted() {
        const std::size_t begin = at_++;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        return text_.substr(begin, ++at_ - begin);
    }

    Status value(const std::string& pointer) {
        skip_blanks();
        found_.lines[pointer] = line_;
        switch (peek()) {
            case '{':
                return object(pointer);
            case '[':
                return array(pointer);
            case '"':
                quoted();
                return Done{};
            default:
                at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
                return Done{};
        }
    }

    Status object(const std::string& pointer) {
        std::set<std::string> seen;
        std::vector<std::string> order;
        ++at_;
        for (skip_blanks(); at_ < text_.size() && peek() != '}'; skip_blanks()) {
            const int line = line_;
            std::string key = nlohmann::json::parse(quoted()).get<std::string>();
            if (!seen.insert(key).second)
                return Error{ErrorCode::bad_input, fmt::format("{}:{}: duplicate key '{}'", file_, line, key),
                             "keep one of the two"};
            skip_blanks();
            ++at_;  // the colon
            JUDGE_TRY(value(json_child(pointer, key)));
            order.push_back(std::move(key));
            skip_comma();
        }
        ++at_;
        found_.keys[pointer] = std::move(order);
        return Done{};
    }

    Status array(const std::string& pointer) {
        ++at_;
        int index = 0;
        for (skip_blanks(); at_ < text_.size() && peek() != ']'; skip_blanks()) {
            JUDGE_TRY(value(pointer + "/" + std::to_string(index++)));
            skip_comma();
        }
        ++at_;
        return Done{};
    }

    void skip_comma() {
        skip_blanks();
        if (peek() == ',') ++at_;
    }

    std::string_view text_;
    const std::string& file_;
    std::size_t at_ = 0;
    int line_ = 1;
    JsonPositions found_;
};

}  // namespace

std::string json_child(std::string_view pointer, std::string_view key) {
    std::string result(pointer);
    result += '/';
    for (const char c : key) {
        if (c == '~')
            result += "~0";
        else if (c == '/')
            result += "~1";
        else
            result += c;
    }
    return result;
}

int line_of_offset(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    return 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
}

int json_depth(std::string_view text) {
    int depth = 0, deepest = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            deepest = std::max(deepest, ++depth);
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return deepest;
}

Result<JsonPositions> locate_json(std::string_view text, const std::string& file) {
    return Locator(text, file).run();
}

}  // namespace judge
