#include "report/trend_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "report/table.h"
#include "report/words.h"

namespace judge {
namespace {

constexpr std::array<std::string_view, 8> kHeights = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

std::string sparkline_of(const TrendLine& line, std::size_t most) {
    std::vector<std::optional<double>> values;
    const std::size_t begin = line.points.size() > most ? line.points.size() - most : 0;
    for (std::size_t i = begin; i < line.points.size(); ++i) {
        const std::optional<Nanos>& cpu = line.points[i].slowest_cpu;
        values.push_back(cpu ? std::optional(to_seconds(*cpu)) : std::nullopt);
    }
    return sparkline(values);
}

std::optional<Nanos> least_of(const TrendLine& line) {
    std::optional<Nanos> least;
    for (const TrendPoint& point : line.points)
        if (point.slowest_cpu && (!least || *point.slowest_cpu < *least)) least = point.slowest_cpu;
    return least;
}

Cell verdict_cell(const TrendLine& line) {
    const Verdict verdict = line.points.back().verdict;
    return {std::string(row_of(verdict).code), verdict == Verdict::accepted ? Ink::good : Ink::plain};
}

template <typename Function>
ColumnForm form(std::string header, std::span<const TrendLine> lines, Function cell) {
    ColumnForm made{std::move(header), {}};
    for (const TrendLine& line : lines) made.cells.push_back(cell(line));
    return made;
}

ColumnForm spark_form(std::span<const TrendLine> lines, std::size_t most, const Messages& messages) {
    return form(messages.text("trend.trend"), lines, [most](const TrendLine& line) {
        return Cell{sparkline_of(line, most), Ink::faint};
    });
}

}  // namespace

std::string sparkline(std::span<const std::optional<double>> values) {
    double most = 0;
    for (const std::optional<double>& value : values) most = std::max(most, value.value_or(0));
    std::string text;
    for (const std::optional<double>& value : values) {
        if (!value) {
            text += "·";
            continue;
        }
        const double share = most > 0 ? *value / most : 0;
        const auto height = static_cast<std::size_t>(std::clamp(std::ceil(share * 8) - 1, 0.0, 7.0));
        text += kHeights[height];
    }
    return text;
}

std::string render_trends(std::span<const TrendLine> lines, const RenderOptions& options) {
    if (lines.empty()) return "";
    const Messages messages(options.tongue);
    const auto problem = [](const TrendLine& line) { return Cell{line.of_case ? "" : line.problem_id}; };
    const auto name = [](const TrendLine& line) {
        return line.of_case ? Cell{"  " + line.name, Ink::faint} : Cell{line.name};
    };
    const auto runs = [](const TrendLine& line) { return Cell{std::to_string(line.points.size())}; };
    const auto best = [](const TrendLine& line) { return Cell{against(least_of(line), std::nullopt)}; };
    const auto last = [](const TrendLine& line) { return Cell{against(line.points.back().slowest_cpu, std::nullopt)}; };
    using Align = Column::Align;
    std::vector<Column> columns = {
        {{form(messages.text("column.problem"), lines, problem), {}}, Align::left, Column::Cut::end, 12},
        {{form(messages.text("column.submission"), lines, name)}, Align::left, Column::Cut::start, 12},
        {{form(messages.text("trend.runs"), lines, runs), {}}, Align::right},
        {{form(messages.text("column.verdict"), lines, verdict_cell)}},
        {{form(messages.text("trend.best"), lines, best), {}}, Align::right},
        {{form(messages.text("trend.last"), lines, last)}, Align::right},
        {{spark_form(lines, 40, messages), spark_form(lines, 20, messages), spark_form(lines, 10, messages)}},
    };
    const std::vector<std::size_t> steps = {6, 6, 2, 4, 0};
    std::string text;
    for (const std::string& line : lay_out(std::move(columns), steps, options).lines) text += line + "\n";
    return text;
}

}  // namespace judge
