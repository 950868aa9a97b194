#include "checker/token_rules.h"

#include <algorithm>
#include <cmath>

#include "checker/blank_lane.h"
#include "checker/number_lane.h"

namespace judge {

namespace {

constexpr char fold(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// White space in its simple form: the character that counts, and how many bytes it takes. Nothing before a token or
/// the end.
struct SimpleSpace {
    char character = 0;
    std::size_t bytes = 0;
};

SimpleSpace simple_space(ByteStream& stream, const SpaceTolerance& tolerance) {
    stream.want(tolerance.blanks_before_line_end + std::size_t{2});
    const std::string_view window = stream.window();
    if (window.empty() || !is_space(window.front())) return {};
    std::size_t at = 0;
    while (at < tolerance.blanks_before_line_end && at < window.size() && window[at] == ' ') ++at;
    if (at + 1 < window.size() && window[at] == '\r' && window[at + 1] == '\n') return {'\n', at + 2};
    if (at < window.size() && window[at] == '\n') return {'\n', at + 1};
    return {window.front(), 1};
}

class TokenComparison {
  public:
    TokenComparison(const TokenRules& rules, ByteStream& output, ByteStream& answer)
        : rules_(rules), space_(rules.space), steps_(output, answer) {}

    Found run() {
        while (steps_.advance()) {
            if (small_separators()) continue;
            if (difference() == Step::stop) break;
        }
        return found_;
    }

  private:
    enum class Step : std::uint8_t { go_on, stop };

    Found here(CheckOutcome::Kind kind, Cause cause) const {
        return {kind, cause, steps_.output.offset(), steps_.answer.offset(), {}, {}};
    }
    Step wrong(Cause cause) {
        found_ = here(CheckOutcome::Kind::wrong_answer, cause);
        return Step::stop;
    }

    /// The two sides differ at their next bytes: decides by the rules whether that matters, and stands behind it if
    /// not.
    Step difference() {
        const int output = peek(steps_.output);
        const int answer = peek(steps_.answer);
        const bool output_apart = output < 0 || is_space(static_cast<char>(output));
        const bool answer_apart = answer < 0 || is_space(static_cast<char>(answer));
        const bool inside = steps_.common() > 0 ? !is_space(steps_.output.before(1)) : after_token_;
        if (output_apart && answer_apart) return separators();
        if ((output_apart || answer_apart) && !inside) return separators();
        return token(inside);
    }

    /// The differences that come by the million: separators of at most three characters on both sides, with a token
    /// behind them. False: not such a one, or not forgiven so simply; nothing was passed then.
    bool small_separators() {
        bool passed = false;
        switch (space_) {
            case SpaceRule::any:
                passed = pass_separators(steps_, [](const char* at, bool) { return small_space(at); });
                break;
            case SpaceRule::tolerant:
                passed = pass_separators(steps_, [tolerance = rules_.tolerance](const char* at, bool inside) {
                    return inside ? forgiven_space(tolerance, at) : 0;
                });
                break;
            case SpaceRule::exact:
                break;
        }
        if (passed) after_token_ = false;
        return passed;
    }

    /// The length of a whole separator that comes to one blank or one line end under the tolerance; else 0.
    [[gnu::always_inline]] static inline std::size_t forgiven_space(const SpaceTolerance& tolerance, const char* at) {
        if (!tolerance.blank_for_line_end) return 0;
        std::size_t count = 0;
        if (at[0] == ' ') {
            if (!is_space(at[1])) return 1;
            if (tolerance.blanks_before_line_end == 0) return 0;
            count = 1;
        }
        if (at[count] == '\r') ++count;
        return at[count] == '\n' && !is_space(at[count + 1]) ? count + 1 : 0;
    }

    Step separators() {
        switch (space_) {
            case SpaceRule::any:
                return behind_separators();
            case SpaceRule::exact:
                return wrong(Cause::white_space);
            case SpaceRule::tolerant:
                return tolerated_separators();
        }
        return Step::stop;
    }

    Step behind_separators() {
        const bool output_goes_on = skip_spaces(steps_.output);
        const bool answer_goes_on = skip_spaces(steps_.answer);
        steps_.resync();
        after_token_ = false;
        if (output_goes_on == answer_goes_on) return Step::go_on;
        return wrong(output_goes_on ? Cause::output_goes_on : Cause::output_ends);
    }

    Step tolerated_separators() {
        // A blank or CR just passed may belong to a line end on one side only.
        steps_.back(rules_.tolerance.blanks_before_line_end + std::size_t{1},
                    [](char c) { return c == ' ' || c == '\r'; });
        Found place;
        for (;;) {
            const SimpleSpace output = simple_space(steps_.output, rules_.tolerance);
            const SimpleSpace answer = simple_space(steps_.answer, rules_.tolerance);
            if (output.bytes == 0 && answer.bytes == 0) break;
            if (!stands_for(output.character, answer.character)) {
                place = here(CheckOutcome::Kind::presentation_error, Cause::white_space);
                break;
            }
            steps_.output.skip(output.bytes);
            steps_.answer.skip(answer.bytes);
        }
        if (behind_separators() == Step::stop) return Step::stop;
        const bool at_end = peek(steps_.output) < 0;
        if (!at_end && place.cause != Cause::none) {
            found_ = place;
            space_ = SpaceRule::any;  // the first place is what is told; now only the tokens decide
        }
        return Step::go_on;
    }

    bool stands_for(char output, char answer) const {
        const auto plain = [](char c) { return c == ' ' || c == '\n'; };
        return output == answer || (rules_.tolerance.blank_for_line_end && plain(output) && plain(answer));
    }

    Step token(bool inside) {
        if (rules_.fold_case && pass_folded()) return Step::go_on;
        if (!rules_.number) return wrong(Cause::token);
        std::size_t back = 0;
        if (inside)
            while (back < steps_.common() && !is_space(steps_.output.before(back + 1))) ++back;
        return number(back);
    }

    /// Passes letters that differ in case only; false if there is none.
    bool pass_folded() {
        if (!steps_.output.fill() || !steps_.answer.fill()) return false;
        const std::string_view output = steps_.output.window();
        const std::string_view answer = steps_.answer.window();
        const std::size_t size = std::min(output.size(), answer.size());
        std::size_t count = 0;
        while (count < size && output[count] != answer[count] && fold(output[count]) == fold(answer[count])) ++count;
        steps_.pass(count);
        return count > 0;
    }

    /// The token that began `back` bytes ago; nothing if it is too long for a number.
    static std::optional<std::string_view> token_text(ByteStream& stream, std::size_t back) {
        stream.want(std::min(kLongestNumber, stream.capacity()));
        const std::string_view window = stream.window().substr(0, kLongestNumber);
        const auto end = std::find_if(window.begin(), window.end(), is_space);
        if (end == window.end() && (stream.want(window.size() + 1) || !stream.ends_with_window())) return std::nullopt;
        const auto ahead = static_cast<std::size_t>(end - window.begin());
        if (ahead + back > kLongestNumber) return std::nullopt;
        return std::string_view(stream.window().data() - back, back + ahead);
    }

    Step number(std::size_t back) {
        const std::optional<std::string_view> answer = token_text(steps_.answer, back);
        const std::optional<double> expected = answer ? parse_number(*answer, rules_.number->form) : std::nullopt;
        if (!expected) return wrong(Cause::token);
        const std::optional<std::string_view> output = token_text(steps_.output, back);
        const std::optional<double> got = output ? parse_number(*output, rules_.number->form) : std::nullopt;
        if (!got) return wrong(output && output->empty() ? Cause::token : Cause::not_a_number);
        if (!within(*rules_.number, *expected, *got)) return wrong(Cause::number);
        steps_.output.skip(output->size() - back);
        steps_.answer.skip(answer->size() - back);
        steps_.resync();
        after_token_ = true;
        if (space_ == SpaceRule::any) {
            if (!number_lane_) number_lane_.emplace(*rules_.number);
            number_lane_->pass(steps_);
        }
        return Step::go_on;
    }

    const TokenRules& rules_;
    SpaceRule space_;
    Lockstep steps_;
    std::optional<NumberLane> number_lane_;  // made for the first number that differs
    bool after_token_ = false;               // with nothing common: the positions follow a token, not white space
    Found found_;
};

}  // namespace

bool within(const NumberRule& rule, double expected, double got) {
    const double apart = std::fabs(expected - got);
    if (rule.absolute && apart <= *rule.absolute) return true;
    return rule.relative && apart <= *rule.relative * std::fabs(expected);
}

Found compare_tokens(const TokenRules& rules, ByteStream& output, ByteStream& answer) {
    return TokenComparison(rules, output, answer).run();
}

}  // namespace judge
