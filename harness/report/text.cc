#include "report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/utf8.h"
#include "report/failure.h"
#include "report/lines.h"
#include "report/table.h"
#include "report/words.h"

namespace judge {
namespace {

using Lines = std::vector<std::string>;

/// One row of the table: a submission, or a case of it when `judgement` is
/// there.
struct Row {
    const Report* report = nullptr;
    const Judgement* judgement = nullptr;

    Verdict verdict() const { return judgement ? judgement->verdict : report->verdict; }
    bool good() const {
        return judgement ? report->expected.permitted.contains(judgement->verdict) : report->as_expected;
    }
};

std::vector<Row> rows_of(std::span<const Report> reports, Verbosity verbosity) {
    std::vector<Row> rows;
    for (const Report& report : reports) {
        if (verbosity == Verbosity::quiet && report.as_expected) continue;
        rows.push_back({&report, nullptr});
        if (verbosity != Verbosity::verbose) continue;
        for (const Judgement& judgement : report.cases) rows.push_back({&report, &judgement});
    }
    return rows;
}

template <typename Function>
ColumnForm form(std::string header, const std::vector<Row>& rows, Function cell) {
    ColumnForm made{std::move(header), {}};
    made.cells.reserve(rows.size());
    for (const Row& row : rows) made.cells.push_back(cell(row));
    return made;
}

Cell mark_cell(const Row& row) {
    return row.good() ? Cell{"✓", Ink::good} : Cell{"✗", Ink::bad};
}

Cell name_cell(const Row& row) {
    return row.judgement ? Cell{"  " + row.judgement->case_name, Ink::faint} : Cell{row.report->submission_id};
}

Ink verdict_ink(const Row& row) {
    if (!row.good()) return Ink::bad;
    return row.verdict() == Verdict::accepted ? Ink::good : Ink::plain;
}

std::optional<Nanos> cpu_of(const Row& row) {
    return row.judgement ? row.judgement->usage.cpu() : row.report->slowest_cpu;
}
std::optional<Bytes> memory_of(const Row& row) {
    return row.judgement ? row.judgement->usage.peak_memory : row.report->peak_memory;
}
const Limits& limits_of(const Row& row) {
    return row.judgement ? row.judgement->limits : row.report->limits;
}

Column problem_column(const std::vector<Row>& rows, const Messages& messages) {
    const std::string header = messages.text("column.problem");
    const auto with_title = [&](const Row& row) {
        if (row.judgement) return Cell{};
        const std::string title = title_of(*row.report, messages.tongue());
        return Cell{title.empty() ? row.report->problem_id : row.report->problem_id + " " + title};
    };
    const auto id = [](const Row& row) { return row.judgement ? Cell{} : Cell{row.report->problem_id}; };
    return {{form(header, rows, with_title), form(header, rows, id), {}}, Column::Align::left, Column::Cut::end, 12};
}

Column verdict_column(const std::vector<Row>& rows, const Messages& messages) {
    const std::string header = messages.text("column.verdict");
    const auto wanted = [&](const Row& row) {
        return messages.text("table.expected", expectation_words(row.report->expected, messages));
    };
    const auto full = [&](const Row& row) {
        const std::string words =
            row.judgement ? verdict_words(*row.judgement, messages) : whole_verdict_words(*row.report, messages);
        const bool say = !row.judgement && !row.good();
        return Cell{say ? words + " " + wanted(row) : words, verdict_ink(row)};
    };
    const auto words = [&](const Row& row) {
        return Cell{std::string(messages.verdict(row.verdict())), verdict_ink(row)};
    };
    const auto code = [](const Row& row) { return Cell{std::string(row_of(row.verdict()).code), verdict_ink(row)}; };
    return {{form(header, rows, full), form(header, rows, words), form("", rows, code)}};
}

Column cases_column(const std::vector<Row>& rows, const Messages& messages) {
    const auto passed = [](const Row& row) {
        if (row.judgement || row.report->cases_total == 0) return Cell{};
        return Cell{std::to_string(row.report->cases_passed) + "/" + std::to_string(row.report->cases_total)};
    };
    return {{form(messages.text("column.cases"), rows, passed)}, Column::Align::right};
}

Column cpu_column(const std::vector<Row>& rows, const Messages& messages) {
    const std::string header = messages.text("column.cpu");
    const auto full = [](const Row& row) { return Cell{against(cpu_of(row), limits_of(row).cpu_time)}; };
    const auto bare = [](const Row& row) { return Cell{against(cpu_of(row), std::nullopt)}; };
    return {{form(header, rows, full), form(header, rows, bare), {}}, Column::Align::right};
}

Column memory_column(const std::vector<Row>& rows, const Messages& messages) {
    const std::string header = messages.text("column.memory");
    const auto full = [](const Row& row) { return Cell{against(memory_of(row), limits_of(row).memory)}; };
    const auto bare = [](const Row& row) { return Cell{against(memory_of(row), std::nullopt)}; };
    return {{form(header, rows, full), form(header, rows, bare), {}}, Column::Align::right};
}

// In millions, of all cases together; no column where nothing was counted.
Column instructions_column(const std::vector<Row>& rows, const Messages& messages) {
    const auto count_of = [](const Row& row) {
        if (row.judgement) return row.judgement->usage.instructions;
        std::optional<std::uint64_t> sum;
        for (const Judgement& judgement : row.report->cases)
            if (judgement.usage.instructions) sum = sum.value_or(0) + *judgement.usage.instructions;
        return sum;
    };
    if (std::none_of(rows.begin(), rows.end(), count_of)) return {{{}, {}}};
    const auto cell = [&](const Row& row) {
        const std::optional<std::uint64_t> count = count_of(row);
        return Cell{count ? fmt::format("{:.3f}", static_cast<double>(*count) / 1e6) : ""};
    };
    return {{form(messages.text("column.instructions"), rows, cell), {}}, Column::Align::right};
}

enum : std::size_t { kMark, kProblem, kSubmission, kVerdict, kCases, kCpu, kInstructions, kMemory };

/// What gives way first when the terminal is narrow.
const std::vector<std::size_t> kSteps = {kProblem, kMemory,  kCpu, kVerdict,     kMemory,
                                         kVerdict, kProblem, kCpu, kInstructions};

/// The table; where the column of problems had to go, a line with the problem
/// stands above its submissions instead.
Lines table_lines(const std::vector<Row>& rows, const Messages& messages, const RenderOptions& options) {
    if (rows.empty()) return {};
    const std::vector<Column> columns = {
        {{form("", rows, mark_cell)}},
        problem_column(rows, messages),
        {{form(messages.text("column.submission"), rows, name_cell)}, Column::Align::left, Column::Cut::start, 16},
        verdict_column(rows, messages),
        cases_column(rows, messages),
        cpu_column(rows, messages),
        instructions_column(rows, messages),
        memory_column(rows, messages),
    };
    TableLayout layout = lay_out(columns, kSteps, options);
    if (layout.forms[kProblem] + 1 < columns[kProblem].forms.size()) return std::move(layout.lines);
    Lines lines{layout.lines[0]};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Cell& heading = columns[kProblem].forms[0].cells[i];
        if (i == 0 || rows[i].report->problem_id != rows[i - 1].report->problem_id)
            lines.push_back(painted(cut_to_width(one_line(heading.text), options.width), Ink::strong, options));
        lines.push_back(std::move(layout.lines[i + 1]));
    }
    return lines;
}

Lines finding_lines(std::span<const Report> reports, const Messages& messages, const RenderOptions& options) {
    constexpr std::array<std::pair<std::string_view, Ink>, 3> kSeverities = {
        {{"severity.note", Ink::faint}, {"severity.warning", Ink::doubtful}, {"severity.error", Ink::bad}}};
    Lines lines;
    for (const CountedFinding& counted : findings_of(reports)) {
        const auto& [id, ink] = kSeverities[static_cast<std::size_t>(counted.finding.severity)];
        const std::string where =
            counted.reports > 1 ? messages.text("finding.many", counted.where, counted.reports - 1) : counted.where;
        Lines words =
            wrapped(messages.text("finding.line", messages.text(id), counted.finding.text, where), options.width, 2);
        words[0] = painted(words[0], ink, options);
        append(lines, std::move(words));
        if (!counted.finding.remedy.empty())
            append(lines, wrapped("  " + messages.text("finding.remedy", counted.finding.remedy), options.width, 4));
    }
    return lines;
}

Lines gap_lines(std::span<const Report> reports, const Messages& messages, const RenderOptions& options) {
    const std::vector<Containment::Mechanism> gaps = gaps_of(reports);
    if (gaps.empty()) return {};
    std::string ids;
    for (const Containment::Mechanism& gap : gaps) ids += (ids.empty() ? "" : ", ") + gap.id;
    Lines lines;
    for (std::string& line : wrapped(messages.text("containment.gaps", ids), options.width, 2))
        lines.push_back(painted(line, Ink::doubtful, options));
    for (const Containment::Mechanism& gap : gaps) {
        std::string words = "  " + gap.id + (gap.detail.empty() ? "" : ": " + gap.detail);
        if (!gap.remedy.empty()) words += " " + messages.text("containment.remedy", gap.remedy);
        append(lines, wrapped(words, options.width, 4));
    }
    return lines;
}

std::string summary_line(std::span<const Report> reports, const Messages& messages, const RenderOptions& options) {
    const Tally tally = tally_of(reports);
    const bool good = tally.submissions > 0 && tally.as_expected == tally.submissions && !tally.interrupted;
    std::string text;
    for (const std::string& line : wrapped(summary_words(tally, messages), options.width, 2))
        text += painted(line, good ? Ink::good : Ink::bad, options) + "\n";
    return text;
}

}  // namespace

std::string render_text(std::span<const Report> reports, const RenderOptions& asked) {
    RenderOptions options = asked;
    options.width = std::max<std::size_t>(asked.width, 40);
    const Messages messages(options.tongue);
    std::string text;
    const auto section = [&](const Lines& lines) {
        for (const std::string& line : lines) text.append(line).append("\n");
        if (!lines.empty()) text += "\n";
    };
    section(table_lines(rows_of(reports, options.verbosity), messages, options));
    if (options.verbosity != Verbosity::quiet) {
        for (const Report& report : reports) section(failure_lines(report, messages, options));
        section(finding_lines(reports, messages, options));
        section(gap_lines(reports, messages, options));
    }
    return text + summary_line(reports, messages, options);
}

std::string render_line(const Report& report, const Messages& messages, const RenderOptions& options) {
    std::string line =
        (report.as_expected ? "✓ " : "✗ ") + name_of(report) + "  " + whole_verdict_words(report, messages);
    if (!report.as_expected)
        line += " " + messages.text("table.expected", expectation_words(report.expected, messages));
    if (report.cases_total > 0) line += fmt::format("  {}/{}", report.cases_passed, report.cases_total);
    if (report.slowest_cpu) line += "  " + against(report.slowest_cpu, report.limits.cpu_time);
    if (report.peak_memory) line += "  " + against(report.peak_memory, report.limits.memory);
    const std::string cut = cut_to_width(one_line(line), std::max<std::size_t>(options.width, 40));
    return painted(cut, report.as_expected ? Ink::plain : Ink::bad, options);
}

}  // namespace judge
