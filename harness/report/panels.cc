#include "report/panels.h"

#include <algorithm>

#include "base/utf8.h"
#include "report/lines.h"

namespace judge {
namespace {

constexpr std::string_view kBetween = " │ ";
constexpr std::size_t kBetweenWidth = 3;

std::string padded(const PanelRow& row, std::size_t columns, const RenderOptions& options) {
    const std::size_t used = display_width(row.text);
    return painted(row.text, row.ink, options) + std::string(columns > used ? columns - used : 0, ' ');
}

// The bar stays where a panel has no text; the blanks before the end of the line do not.
std::string row_of_panels(const std::vector<Panel>& panels, std::size_t index, const RenderOptions& options) {
    std::string line(kBar);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const PanelRow row = index < panels[i].rows.size() ? panels[i].rows[index] : PanelRow{};
        const bool last = i + 1 == panels.size();
        line += last ? painted(row.text, row.ink, options) : padded(row, panels[i].columns, options);
        if (!last) line += kBetween;
    }
    while (line.ends_with(' ')) line.pop_back();
    return line;
}

// Blanks at the end, which no one sees, as dots.
std::string quoted_line(std::string_view text, std::size_t columns) {
    constexpr std::string_view kReturn = "\\x0D";  // of printable()
    const bool returns = text.ends_with(kReturn);
    if (returns) text.remove_suffix(kReturn.size());
    const std::size_t end = text.find_last_not_of(' ') + 1;
    std::string line = one_line(text.substr(0, end));
    for (std::size_t i = end; i < text.size(); ++i) line += "·";
    if (returns) line += "␍";
    return cut_to_width(line, columns);
}

}  // namespace

Panel quote(std::string heading, std::string_view text, const QuoteForm& form, const Messages& messages) {
    constexpr std::string_view kCutAtLineEnd = "\n…";
    if (form.lines && text.ends_with(kCutAtLineEnd)) text.remove_suffix(kCutAtLineEnd.size() - 1);
    Panel panel{std::move(heading), form.columns, {}};
    const std::vector<std::string_view> all = lines_of(text);
    const std::size_t total = std::max(form.lines.value_or(0), all.size());
    const std::size_t shown = total > form.most_lines ? std::min(form.most_lines - 1, all.size()) : all.size();
    for (std::size_t i = 0; i < shown; ++i) panel.rows.push_back({quoted_line(all[i], form.columns)});
    if (shown < total)
        panel.rows.push_back(
            {cut_to_width(messages.text("failure.more_lines", total - shown), form.columns), Ink::faint});
    return panel;
}

std::size_t text_columns(std::size_t width, std::size_t count) {
    const std::size_t bars = kBarWidth + kBetweenWidth * (count - 1);
    return width > bars ? width - bars : 0;
}

std::vector<std::string> beside(const std::vector<Panel>& panels, const RenderOptions& options) {
    std::string heading = "  ";
    std::size_t rows = 0;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const bool last = i + 1 == panels.size();
        const std::size_t columns = panels[i].columns + (i == 0 ? kBarWidth - 2 : 0);
        const PanelRow words{cut_to_width(panels[i].heading, columns), Ink::strong};
        heading += last ? painted(words.text, words.ink, options) : padded(words, columns, options);
        if (!last) heading += kBetween;
        rows = std::max(rows, panels[i].rows.size());
    }
    std::vector<std::string> lines{heading};
    for (std::size_t i = 0; i < rows; ++i) lines.push_back(row_of_panels(panels, i, options));
    return lines;
}

std::vector<std::string> alone(const Panel& panel, const RenderOptions& options) {
    std::vector<std::string> lines = wrapped("  " + panel.heading, options.width, 4);
    for (std::string& line : lines) line = painted(line, Ink::strong, options);
    for (const PanelRow& row : panel.rows)
        lines.push_back(row.text.empty() ? "  │" : std::string(kBar) + painted(row.text, row.ink, options));
    return lines;
}

}  // namespace judge
