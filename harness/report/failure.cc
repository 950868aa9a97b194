#include "report/failure.h"

#include <algorithm>

#include "base/utf8.h"
#include "report/compiler_words.h"
#include "report/ink.h"
#include "report/lines.h"
#include "report/panels.h"
#include "report/where.h"
#include "report/words.h"

namespace judge {
namespace {

constexpr std::size_t kMostLines = 10;   // of an input, a log, an excerpt
constexpr std::size_t kSideBySide = 66;  // columns from which answer and output stand beside each other
constexpr std::size_t kAllBeside = 120;  // columns from which the input stands beside them, too

using Lines = std::vector<std::string>;

/// "standard error" and the quoted text below it; nothing for an empty text.
Lines quoted(std::string heading, std::string_view text, const Messages& messages, const RenderOptions& options) {
    if (text.empty()) return {};
    const QuoteForm form{options.width - kBarWidth, kMostLines, std::nullopt};
    return alone(quote(std::move(heading), text, form, messages), options);
}

/// One side of the first difference: its lines, and the line and byte where it
/// parts from the other side.
struct Side {
    std::vector<std::string_view> lines;
    std::size_t line = 0, byte = 0;

    std::string_view at(std::size_t index) const { return index < lines.size() ? lines[index] : std::string_view(); }
};

/// Where the `mark`th character of an excerpt is.
void find_mark(Side& side, std::string_view excerpt, std::int64_t mark) {
    std::size_t at = 0;
    for (; at < excerpt.size(); ++at)
        if (!continues_character(excerpt[at]) && mark-- == 0) break;
    const std::string_view before = excerpt.substr(0, at);
    side.line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    side.byte = at - (before.rfind('\n') + 1);  // npos + 1 is 0
}

/// The first difference of two excerpts, for Reports that do not say where the place is.
void find_parting(Side& answer, Side& output) {
    const std::size_t count = std::max(answer.lines.size(), output.lines.size());
    std::size_t line = 0;
    while (line < count && answer.at(line) == output.at(line) && line < answer.lines.size() &&
           line < output.lines.size())
        ++line;
    answer.line = output.line = line;
    answer.byte = output.byte = parting_of(answer.at(line), output.at(line));
}

/// One quoted line within `columns`, and the line of marks that belongs below
/// it ("" if the difference is elsewhere).
struct Marked {
    std::string text, marks;
};

Marked marked(const Side& side, std::size_t line, std::size_t columns) {
    const std::string_view text = side.at(line);
    if (line != side.line) return {cut_to_width(text, columns), ""};
    const Window window = window_on(text, side.byte, columns);
    const std::string_view token = text.substr(side.byte, text.substr(side.byte).find(' '));
    const std::size_t room = columns > window.mark ? columns - window.mark : 1;
    const std::size_t extent = std::clamp<std::size_t>(display_width(token), 1, room);
    return {window.text, std::string(window.mark, ' ') + "^" + std::string(extent - 1, '~')};
}

Panel panel_of(std::string heading, const Side& side, std::size_t columns, Ink ink) {
    Panel panel{std::move(heading), columns, {}};
    const std::size_t count = std::max(side.lines.size(), side.line + 1);
    for (std::size_t i = 0; i < count; ++i) {
        const Marked line = marked(side, i, columns);
        panel.rows.push_back({line.text});
        if (i == side.line) panel.rows.push_back({line.marks, ink});
    }
    return panel;
}

std::string position(std::int64_t line, std::int64_t column, const Messages& messages) {
    return column > 0 ? messages.text("failure.line_column", line, column) : messages.text("failure.line", line);
}

Lines difference_lines(const Difference& difference, const Messages& messages, const RenderOptions& options) {
    Lines lines;
    if (difference.answer_line > 0 && difference.output_line > 0) {
        const std::string in_answer = position(difference.answer_line, difference.answer_column, messages);
        const std::string in_output = position(difference.output_line, difference.output_column, messages);
        append(lines,
               wrapped("  " + (in_answer == in_output ? messages.text("failure.difference", in_answer)
                                                      : messages.text("failure.differences", in_answer, in_output)),
                       options.width, 4));
    }
    const std::string nothing = messages.text("failure.nothing");
    const std::string& expected = difference.expected.empty() ? nothing : difference.expected;
    const std::string& got = difference.got.empty() ? nothing : difference.got;
    if (expected != got) {
        const std::string words = difference.token > 0 ? messages.text("failure.token", difference.token, expected, got)
                                                       : messages.text("failure.expected_got", expected, got);
        append(lines, wrapped("  " + words, options.width, 4));
    }
    return lines;
}

/// "answer, 162 B, 9 lines, 81 tokens", as far as it is known.
std::string sized(std::string_view id, Bytes size, const std::optional<TextCount>& count, const Messages& messages) {
    const std::string label = messages.text(id);
    if (count) return messages.text("failure.counted", label, to_text(size), count->lines, count->tokens);
    return size.count == 0 ? label : messages.text("failure.sized", label, to_text(size));
}

/// Input, answer and output, as panels of the widths asked for.
class Texts {
  public:
    Texts(const Judgement& judgement, const Messages& messages) : judgement_(judgement), messages_(messages) {
        if (!judgement.difference) return;
        const Difference& difference = *judgement.difference;
        answer_.lines = lines_of(difference.answer_excerpt);
        output_.lines = lines_of(difference.output_excerpt);
        find_parting(answer_, output_);
        if (difference.answer_mark >= 0) find_mark(answer_, difference.answer_excerpt, difference.answer_mark);
        if (difference.output_mark >= 0) find_mark(output_, difference.output_excerpt, difference.output_mark);
    }

    bool has_input() const { return !judgement_.input_head.empty(); }

    /// A difference, or the starts of both files where there is none; neither helps against a time limit, and a
    /// transcript tells more.
    bool has_outcome() const {
        if (judgement_.difference) return !answer_.lines.empty() || !output_.lines.empty();
        if (!judgement_.transcript.empty() || judgement_.verdict == Verdict::time_limit_exceeded) return false;
        return !judgement_.answer_head.empty() || !judgement_.output_head.empty();
    }

    Panel input(std::size_t columns) const {
        return quote(sized("failure.input", judgement_.input_size, judgement_.input_count, messages_),
                     judgement_.input_head, form(columns, judgement_.input_count), messages_);
    }
    Panel answer(std::size_t columns) const {
        std::string heading = sized("failure.answer", judgement_.answer_size, judgement_.answer_count, messages_);
        if (judgement_.difference) return panel_of(std::move(heading), answer_, columns, Ink::good);
        return quote(std::move(heading), judgement_.answer_head, form(columns, judgement_.answer_count), messages_);
    }
    Panel output(std::size_t columns) const {
        std::string heading = sized("failure.output", judgement_.output_size, judgement_.output_count, messages_);
        if (judgement_.difference) return panel_of(std::move(heading), output_, columns, Ink::bad);
        return quote(std::move(heading), judgement_.output_head, form(columns, judgement_.output_count), messages_);
    }

  private:
    static QuoteForm form(std::size_t columns, const std::optional<TextCount>& count) {
        return {columns, kMostLines, count ? std::optional(static_cast<std::size_t>(count->lines)) : std::nullopt};
    }

    const Judgement& judgement_;
    const Messages& messages_;
    Side answer_, output_;
};

/// The input takes no more than its lines need, and at most a third.
std::size_t columns_of_input(const Texts& texts, const RenderOptions& options) {
    const std::size_t most = text_columns(options.width, 3) / 3;
    const Panel panel = texts.input(most);
    std::size_t columns = display_width(panel.heading);
    for (const PanelRow& row : panel.rows) columns = std::max(columns, display_width(row.text));
    return std::min(columns, most);
}

Lines text_lines(const Texts& texts, const RenderOptions& options) {
    const std::size_t whole = options.width - kBarWidth;
    Lines lines;
    if (texts.has_input() && texts.has_outcome() && options.width >= kAllBeside) {
        const std::size_t left = columns_of_input(texts, options);
        const std::size_t half = (text_columns(options.width, 3) - left) / 2;
        return beside({texts.input(left), texts.answer(half), texts.output(half)}, options);
    }
    if (texts.has_input()) append(lines, alone(texts.input(whole), options));
    if (!texts.has_outcome()) return lines;
    if (options.width >= kSideBySide) {
        const std::size_t half = text_columns(options.width, 2) / 2;
        append(lines, beside({texts.answer(half), texts.output(half)}, options));
    } else {
        append(lines, alone(texts.answer(whole), options));
        append(lines, alone(texts.output(whole), options));
    }
    return lines;
}

/// The checker is named where the verdict was its to give; on limits and crashes the harness itself explains.
std::string speaker_and_words(const Judgement& judgement, const Messages& messages) {
    switch (judgement.verdict) {
        case Verdict::time_limit_exceeded:
        case Verdict::memory_limit_exceeded:
        case Verdict::output_limit_exceeded:
        case Verdict::run_time_error:
        case Verdict::compile_error:
        case Verdict::judge_error:
        case Verdict::not_judged:
            return messages.translated(judgement.message);
        case Verdict::accepted:
        case Verdict::partially_accepted:
        case Verdict::presentation_error:
        case Verdict::wrong_answer:
            break;
    }
    return messages.text("failure.message", messages.translated(judgement.message));
}

/// "ended by signal 11 (SIGSEGV) at Main.cc:17"; nothing for what is no run-time error.
std::string ending_words(const Judgement& judgement, const Messages& messages) {
    if (judgement.verdict != Verdict::run_time_error || judgement.readings.empty()) return "";
    std::string words;
    for (const Reading& reading : judgement.readings) {
        if (!reading.counted) continue;
        if (const auto* exited = std::get_if<Exited>(&reading.ending))
            words = messages.text("failure.exited", exited->code);
        if (const auto* killed = std::get_if<Signalled>(&reading.ending))
            words = messages.text("failure.signalled", killed->signal, signal_name(killed->signal));
    }
    const std::string place = place_of_death(judgement.stderr_head);
    return words.empty() || place.empty() ? words : messages.text("failure.ended_at", words, place);
}

/// True where a signal ended the program and nothing says in which line: a debugger would.
bool died_nowhere(const Judgement& judgement) {
    if (judgement.verdict != Verdict::run_time_error || !place_of_death(judgement.stderr_head).empty()) return false;
    return std::any_of(judgement.readings.begin(), judgement.readings.end(), [](const Reading& reading) {
        return reading.counted && std::holds_alternative<Signalled>(reading.ending);
    });
}

Lines compiler_lines(std::string_view log, const Messages& messages, const RenderOptions& options) {
    Lines lines = quoted(messages.text("failure.compiler"), log, messages, options);
    for (std::string& line : lines) {
        if (!line.starts_with(kBar)) continue;
        line = std::string(kBar) + painted_compiler_line(std::string_view(line).substr(kBar.size()), options);
    }
    return lines;
}

}  // namespace

Lines case_lines(const Judgement& judgement, const Messages& messages, const RenderOptions& options) {
    Lines lines;
    if (!judgement.readings.empty() || judgement.usage.wall.count() > 0) {
        const std::string time = against(judgement.usage.cpu(), judgement.limits.cpu_time);
        const std::string memory = against(judgement.usage.peak_memory, judgement.limits.memory);
        append(lines, wrapped("  " + messages.text("failure.figures", time, to_text(judgement.usage.wall), memory),
                              options.width, 4));
    }
    if (const std::string words = ending_words(judgement, messages); !words.empty())
        append(lines, wrapped("  " + words, options.width, 4));
    if (!judgement.message.empty())
        append(lines, wrapped("  " + speaker_and_words(judgement, messages), options.width, 4));
    if (judgement.difference) append(lines, difference_lines(*judgement.difference, messages, options));
    append(lines, text_lines(Texts(judgement, messages), options));
    append(lines, quoted(messages.text("failure.transcript"), judgement.transcript, messages, options));
    append(lines, quoted(messages.text("failure.stderr"), judgement.stderr_head, messages, options));
    return lines;
}

Lines named_case_lines(const Report& report, const Judgement& judgement, const Messages& messages,
                       const RenderOptions& options) {
    const std::string words =
        messages.text("failure.case", name_of(report), judgement.case_name, verdict_words(judgement, messages));
    Lines lines;
    for (std::string& line : wrapped(words, options.width, 2)) lines.push_back(painted(line, Ink::strong, options));
    append(lines, case_lines(judgement, messages, options));
    return lines;
}

Lines detail_lines(const Report& report, const Messages& messages, const RenderOptions& options) {
    if (report.as_expected) return {};
    if (const Judgement* judgement = first_failure(report)) return case_lines(*judgement, messages, options);
    if (report.verdict != Verdict::compile_error && report.verdict != Verdict::not_judged) return {};
    return compiler_lines(report.build.log, messages, options);
}

Lines failure_lines(const Report& report, const Messages& messages, const RenderOptions& options) {
    if (report.as_expected) return {};
    Lines lines;
    for (std::string& line :
         wrapped("✗ " + name_of(report) + ": " + unexpected_words(report, messages), options.width, 2))
        lines.push_back(painted(line, Ink::bad, options));
    append(lines, detail_lines(report, messages, options));
    if (const Judgement* judgement = first_failure(report); judgement && died_nowhere(*judgement))
        append(lines, wrapped("  " + messages.text("failure.replay", shell_word(name_of(report)),
                                                   shell_word(judgement->case_name)),
                              options.width, 4));
    return lines;
}

}  // namespace judge
