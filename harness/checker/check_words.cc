#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/utf8.h"
#include "checker/byte_stream.h"
#include "checker/check_run.h"
#include "checker/number.h"

namespace judge {

namespace {

using Kind = CheckOutcome::Kind;

constexpr std::size_t kWordsLimit = 4096;

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view first_token(std::string_view text) {
    text = trimmed(text);
    return text.substr(0, static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_space) - text.begin()));
}

std::string said(std::string_view bytes) {
    return printable(trimmed(bytes.substr(0, kWordsLimit)));
}

/// What follows `head` on the first line that begins with it.
std::optional<std::string_view> after(std::string_view text, std::string_view head) {
    while (true) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.starts_with(head)) return line.substr(head.size());
        if (end == text.size()) return std::nullopt;
        text.remove_prefix(end + 1);
    }
}

std::optional<double> number(std::string_view text) {
    return parse_number(first_token(text), NumberForm::decimal);
}

class Interpreter {
  public:
    Interpreter(const ProtocolRow& row, const CheckWords& words) : row_(row), words_(words) {
        outcome_.message = own_words();
        outcome_.team_message = said(file(row.team_message));
    }

    CheckOutcome run(const RunOutcome& run) {
        if (const auto* stopped = std::get_if<Stopped>(&run.ending))
            return fault(fmt::format("the {} was stopped at its {}", row_.role, limit_name(stopped->limit)));
        if (const auto* signalled = std::get_if<Signalled>(&run.ending))
            return fault(fmt::format("the {} died of signal {}", row_.role, signalled->signal));
        code_ = std::get<Exited>(run.ending).code & 0xFF;
        if (row_.score == ScoreSource::testlib || row_.score == ScoreSource::testlib_share)
            if (const auto percent = after_first("partially correct ("))
                return share(number_before(*percent, ')'), 100);
        return by_exit_code();
    }

  private:
    static std::string_view limit_name(LimitKind limit) {
        switch (limit) {
            case LimitKind::cpu_time:
                return "time limit";
            case LimitKind::wall_time:
                return "wall time limit";
            case LimitKind::memory:
                return "memory limit";
            case LimitKind::output:
                return "output limit";
            case LimitKind::file_size:
                return "file size limit";
            case LimitKind::processes:
                return "process limit";
        }
        return "limit";
    }

    std::string_view file(const std::string& name) const {
        const auto found = words_.files.find(name);
        return found == words_.files.end() ? std::string_view() : std::string_view(found->second);
    }

    std::string own_words() const {
        for (const std::string& place : row_.message) {
            const std::string text = said(place == "stderr"   ? std::string_view(words_.standard_error)
                                          : place == "stdout" ? std::string_view(words_.standard_output)
                                                              : file(place));
            if (!text.empty()) return text;
        }
        return "";
    }

    CheckOutcome fault(const std::string& sentence) {
        outcome_.kind = Kind::judge_fault;
        outcome_.score.reset();
        outcome_.points.reset();
        outcome_.message = outcome_.message.empty() ? sentence : fmt::format("{}: {}", sentence, outcome_.message);
        return outcome_;
    }
    CheckOutcome of_kind(Kind kind) {
        outcome_.kind = kind;
        return outcome_;
    }

    CheckOutcome share(std::optional<double> part, double whole) {
        if (!part) return fault(fmt::format("the {} gave no points where its protocol wants them", row_.role));
        if (*part < 0 || *part > whole)
            return fault(fmt::format("the {} gave {} of {} points", row_.role, *part, whole));
        outcome_.score = *part / whole;
        return of_kind(*part == whole ? Kind::accepted : *part == 0 ? Kind::wrong_answer : Kind::partial);
    }
    CheckOutcome absolute(std::optional<double> points) {
        if (!points) return fault(fmt::format("the {} gave no points where its protocol wants them", row_.role));
        if (*points < 0) return fault(fmt::format("the {} gave {} points", row_.role, *points));
        outcome_.points = *points;
        return of_kind(*points == 0 ? Kind::wrong_answer : Kind::partial);
    }

    std::optional<std::string_view> after_first(std::string_view head) const {
        const std::string_view text = trimmed(words_.standard_error);
        if (!text.starts_with(head)) return std::nullopt;
        return text.substr(head.size());
    }
    static std::optional<double> number_before(std::string_view text, char end) {
        return parse_number(trimmed(text.substr(0, text.find(end))), NumberForm::decimal);
    }
    static std::optional<double> number_after(std::string_view text, char begin) {
        const std::size_t at = text.find(begin);
        return at == std::string_view::npos ? std::nullopt : number(text.substr(at + 1));
    }

    CheckOutcome by_exit_code() {
        switch (row_.exit[static_cast<std::size_t>(code_)]) {
            case ExitMeaning::accepted:
                return row_.score == ScoreSource::kattis ? feedback_score() : of_kind(Kind::accepted);
            case ExitMeaning::wrong_answer:
                return of_kind(Kind::wrong_answer);
            case ExitMeaning::presentation_error:
                return of_kind(Kind::presentation_error);
            case ExitMeaning::judge_fault:
                return fault(fmt::format("the {} ended with exit code {}, a failure of its own under protocol '{}'",
                                         row_.role, code_, row_.id));
            case ExitMeaning::score:
                return by_score();
        }
        return of_kind(Kind::judge_fault);
    }

    CheckOutcome by_score() {
        switch (row_.score) {
            case ScoreSource::testlib: {
                const auto points = after_first("points ");
                return absolute(points ? number(*points) : std::nullopt);
            }
            case ScoreSource::testlib_share: {
                const auto points = after_first("points ");
                return share(points ? number(*points) : std::nullopt, 1);
            }
            case ScoreSource::stderr_points: {
                const auto points = after(words_.standard_error, "points ");
                return absolute(points ? parse_number(trimmed(*points), NumberForm::decimal) : std::nullopt);
            }
            case ScoreSource::stderr_partial: {
                const auto ratio = after(words_.standard_error, "partial ");
                return ratio ? quotient(number_before(*ratio, '/'), number_after(*ratio, '/')) : share(std::nullopt, 1);
            }
            case ScoreSource::stdout_ratio:
                return two_lines();
            case ScoreSource::stdout_fraction:
                return share(number(words_.standard_output), 1);
            case ScoreSource::stdout_percent:
                return share(number(words_.standard_output), 100);
            case ScoreSource::exit_percent:
                return share(code_, 100);
            case ScoreSource::score_file:
                return share_of_full();
            case ScoreSource::kattis:
            case ScoreSource::none:
                break;
        }
        return fault(fmt::format("protocol '{}' names no place for points", row_.id));
    }

    CheckOutcome quotient(std::optional<double> part, std::optional<double> whole) {
        if (!part || !whole || *whole <= 0) return share(std::nullopt, 1);
        return share(*part / *whole, 1);
    }

    /// Without two numbers the exit code 1 is what it says.
    CheckOutcome two_lines() {
        const std::string_view text = trimmed(words_.standard_output);
        const std::optional<double> whole = number_after(text, '\n');
        if (!number(text) || !whole) return of_kind(Kind::wrong_answer);
        return quotient(number(text), whole);
    }

    CheckOutcome share_of_full() {
        const std::optional<double> full = number(file("full_score"));
        return share(number(file("score")), full.value_or(100));
    }

    CheckOutcome feedback_score() {
        outcome_.kind = Kind::accepted;
        if (!words_.next_pass_path.empty()) outcome_.next_pass = words_.next_pass_path;
        if (words_.files.contains("score.txt")) {
            const std::optional<double> points = number(file("score.txt"));
            if (!points || *points < 0)
                return fault(fmt::format("score.txt holds '{}', no points", said(file("score.txt"))));
            outcome_.points = *points;
        }
        if (!words_.files.contains("score_multiplier.txt")) return outcome_;
        const std::string_view text = file("score_multiplier.txt");
        const std::optional<double> factor = number(text);
        if (!factor) return fault(fmt::format("score_multiplier.txt holds '{}', no number", said(text)));
        return share(factor, 1);
    }

    const ProtocolRow& row_;
    const CheckWords& words_;
    CheckOutcome outcome_;
    int code_ = 0;
};

}  // namespace

CheckOutcome interpret_checker(const ProtocolRow& row, const RunOutcome& run, const CheckWords& words) {
    return Interpreter(row, words).run(run);
}

}  // namespace judge
