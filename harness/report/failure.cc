#include "report/failure.h"

#include <algorithm>

#include "base/utf8.h"
#include "report/compiler_words.h"
#include "report/ink.h"
#include "report/lines.h"
#include "report/words.h"

namespace judge {
namespace {

constexpr std::size_t kMostLines = 10;     // of an input, a log, an excerpt
constexpr std::size_t kSideBySide = 66;    // columns from which answer and output stand beside each other
constexpr std::string_view kBar = "  │ ";  // before every quoted line
constexpr std::size_t kBarWidth = 4;

using Lines = std::vector<std::string>;

void append(Lines& lines, Lines more) {
    std::move(more.begin(), more.end(), std::back_inserter(lines));
}

Lines heading(std::string_view label, const RenderOptions& options) {
    Lines lines = wrapped("  " + std::string(label), options.width, 4);
    for (std::string& line : lines) line = painted(line, Ink::strong, options);
    return lines;
}

std::string barred(const std::string& text) {
    return text.empty() ? "  │" : std::string(kBar) + text;
}

/// "input, 163 B" and the quoted text below it, cut to `kMostLines`; nothing
/// for an empty text.
Lines quoted(std::string_view label, std::string_view text, const Messages& messages, const RenderOptions& options) {
    if (text.empty()) return {};
    Lines lines = heading(label, options);
    const std::vector<std::string_view> all = lines_of(text);
    const std::size_t shown = all.size() > kMostLines ? kMostLines - 1 : all.size();
    for (std::size_t i = 0; i < shown; ++i)
        lines.push_back(barred(cut_to_width(one_line(all[i]), options.width - kBarWidth)));
    if (shown < all.size())
        lines.push_back(std::string(kBar) +
                        painted(messages.text("failure.more_lines", all.size() - shown), Ink::faint, options));
    return lines;
}

/// One side of the first difference: its lines, and the line and byte where it
/// parts from the other side.
struct Side {
    std::vector<std::string_view> lines;
    std::size_t line = 0, byte = 0;

    std::string_view at(std::size_t index) const { return index < lines.size() ? lines[index] : std::string_view(); }
};

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

Lines beside(const Side& answer, const Side& output, const Messages& messages, const RenderOptions& options) {
    const std::size_t columns = (options.width - kBarWidth - 3) / 2;
    Lines lines{"  " + painted(pad_right(messages.text("failure.answer"), columns + 2), Ink::strong, options) + " │ " +
                painted(messages.text("failure.output"), Ink::strong, options)};
    const auto row = [&](const std::string& left, const std::string& right, Ink left_ink, Ink right_ink) {
        std::string line(kBar);
        line += painted(left, left_ink, options) + std::string(columns - display_width(left), ' ');
        line += right.empty() ? " │" : " │ " + painted(right, right_ink, options);
        lines.push_back(std::move(line));
    };
    const std::size_t count = std::max({answer.lines.size(), output.lines.size(), answer.line + 1});
    for (std::size_t i = 0; i < count; ++i) {
        const Marked left = marked(answer, i, columns), right = marked(output, i, columns);
        row(left.text, right.text, Ink::plain, Ink::plain);
        if (i == answer.line) row(left.marks, right.marks, Ink::good, Ink::bad);
    }
    return lines;
}

Lines below(std::string_view label, const Side& side, Ink ink, const RenderOptions& options) {
    Lines lines = heading(label, options);
    const std::size_t count = std::max(side.lines.size(), side.line + 1);
    for (std::size_t i = 0; i < count; ++i) {
        const Marked line = marked(side, i, options.width - kBarWidth);
        lines.push_back(barred(line.text));
        if (i == side.line) lines.push_back(std::string(kBar) + painted(line.marks, ink, options));
    }
    return lines;
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
    if (difference.answer_excerpt.empty() && difference.output_excerpt.empty()) return lines;
    Side answer{lines_of(difference.answer_excerpt)}, output{lines_of(difference.output_excerpt)};
    find_parting(answer, output);
    if (options.width >= kSideBySide) {
        append(lines, beside(answer, output, messages, options));
    } else {
        append(lines, below(messages.text("failure.answer"), answer, Ink::good, options));
        append(lines, below(messages.text("failure.output"), output, Ink::bad, options));
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
            return judgement.message;
        case Verdict::accepted:
        case Verdict::partially_accepted:
        case Verdict::presentation_error:
        case Verdict::wrong_answer:
            break;
    }
    return messages.text("failure.message", judgement.message);
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
    const auto sized = [&](std::string_view id, Bytes size) {
        return messages.text("failure.sized", messages.text(id), to_text(size));
    };
    if (!judgement.readings.empty() || judgement.usage.wall.count() > 0) {
        const std::string time = against(judgement.usage.cpu(), judgement.limits.cpu_time);
        const std::string memory = against(judgement.usage.peak_memory, judgement.limits.memory);
        append(lines, wrapped("  " + messages.text("failure.figures", time, to_text(judgement.usage.wall), memory),
                              options.width, 4));
    }
    if (!judgement.message.empty())
        append(lines, wrapped("  " + speaker_and_words(judgement, messages), options.width, 4));
    append(lines, quoted(sized("failure.input", judgement.input_size), judgement.input_head, messages, options));
    if (judgement.difference) {
        append(lines, difference_lines(*judgement.difference, messages, options));
    } else if (judgement.transcript.empty() && judgement.verdict != Verdict::time_limit_exceeded) {
        append(lines, quoted(sized("failure.answer", judgement.answer_size), judgement.answer_head, messages, options));
        append(lines, quoted(sized("failure.output", judgement.output_size), judgement.output_head, messages, options));
    }
    append(lines, quoted(messages.text("failure.transcript"), judgement.transcript, messages, options));
    append(lines, quoted(messages.text("failure.stderr"), judgement.stderr_head, messages, options));
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
    return lines;
}

}  // namespace judge
