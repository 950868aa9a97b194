#include "report/table.h"

#include <algorithm>

#include "base/utf8.h"
#include "report/lines.h"

namespace judge {
namespace {

constexpr std::size_t kGap = 2;  // blanks between columns

std::size_t natural_width(const ColumnForm& form) {
    std::size_t width = display_width(form.header);
    for (const Cell& cell : form.cells) width = std::max(width, display_width(cell.text));
    return width;
}

/// Forms and widths while the table is being fitted. A column of width 0 is
/// left out.
struct Fit {
    std::vector<std::size_t> forms;
    std::vector<std::size_t> widths;
};

void measure(const std::vector<Column>& columns, Fit& fit) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const ColumnForm& form = columns[i].forms[fit.forms[i]];
        fit.widths[i] = form.cells.empty() ? 0 : natural_width(form);
    }
}

/// The width of the whole table, with columns that may be cut at their floor if
/// `cut`.
enum class Count { natural, cut };
std::size_t total(const std::vector<Column>& columns, const Fit& fit, Count count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t width = fit.widths[i];
        if (width == 0) continue;
        const bool may_cut = count == Count::cut && columns[i].cut != Column::Cut::never;
        sum += (may_cut ? std::min(width, columns[i].floor) : width) + kGap;
    }
    return sum == 0 ? 0 : sum - kGap;
}

void cut_widest(const std::vector<Column>& columns, std::size_t limit, Fit& fit) {
    for (std::size_t sum = total(columns, fit, Count::natural); sum > limit; --sum) {
        std::size_t widest = columns.size();
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].cut == Column::Cut::never || fit.widths[i] <= columns[i].floor) continue;
            if (widest == columns.size() || fit.widths[i] > fit.widths[widest]) widest = i;
        }
        if (widest == columns.size()) return;
        --fit.widths[widest];
    }
}

std::string line_of(const std::vector<Column>& columns, const Fit& fit, const std::vector<Cell>& cells,
                    const RenderOptions& options) {
    std::string line;
    std::size_t owed = 0;  // blanks that are written only if something follows
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (fit.widths[i] == 0) continue;
        const std::string text = columns[i].cut == Column::Cut::start ? cut_start(cells[i].text, fit.widths[i])
                                                                      : cut_to_width(cells[i].text, fit.widths[i]);
        const bool right = columns[i].align == Column::Align::right;
        const std::size_t blanks = fit.widths[i] - display_width(text);
        if (right) owed += blanks;
        if (!text.empty()) {
            line.append(owed, ' ').append(painted(text, cells[i].ink, options));
            owed = 0;
        }
        if (!right) owed += blanks;
        owed += kGap;
    }
    return line;
}

}  // namespace

TableLayout lay_out(std::vector<Column> columns, const std::vector<std::size_t>& steps, const RenderOptions& options) {
    for (Column& column : columns)
        for (ColumnForm& form : column.forms)
            for (Cell& cell : form.cells) cell.text = one_line(cell.text);
    Fit fit{std::vector<std::size_t>(columns.size(), 0), std::vector<std::size_t>(columns.size(), 0)};
    measure(columns, fit);
    for (const std::size_t column : steps) {
        if (total(columns, fit, Count::cut) <= options.width) break;
        ++fit.forms[column];
        measure(columns, fit);
    }
    cut_widest(columns, options.width, fit);

    TableLayout layout{{}, fit.forms};
    std::size_t rows = 0;
    for (const Column& column : columns) rows = std::max(rows, column.forms.front().cells.size());
    for (std::size_t row = 0; row <= rows; ++row) {
        std::vector<Cell> cells(columns.size());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const ColumnForm& form = columns[i].forms[fit.forms[i]];
            if (form.cells.empty()) continue;
            cells[i] = row == 0 ? Cell{form.header, Ink::strong} : form.cells[row - 1];
        }
        layout.lines.push_back(line_of(columns, fit, cells, options));
    }
    return layout;
}

}  // namespace judge
