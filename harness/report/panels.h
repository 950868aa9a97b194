#pragma once

// Texts beside each other: input, answer and output of a case in columns, parted by bars.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/ink.h"
#include "report/messages.h"

namespace judge {

inline constexpr std::string_view kBar = "  │ ";  // before every quoted line
inline constexpr std::size_t kBarWidth = 4;

struct PanelRow {
    std::string text;  // of one line, no wider than its panel
    Ink ink = Ink::plain;
};

struct Panel {
    std::string heading;
    std::size_t columns = 0;  // of its text
    std::vector<PanelRow> rows;
};

/// How much of a text is quoted.
struct QuoteForm {
    std::size_t columns = 0;           // longer lines are cut
    std::size_t most_lines = 0;        // rows, with the one that says how many lines are left out
    std::optional<std::size_t> lines;  // of the whole text, where only its beginning is at hand
};

/// The beginning of `text` (printable; "…" after its last line where more follows), with blanks at the end of a line as
/// dots and CR as ␍.
Panel quote(std::string heading, std::string_view text, const QuoteForm& form, const Messages& messages);

/// How many of `width` columns `count` panels have for their texts, all together: the rest are bars.
std::size_t text_columns(std::size_t width, std::size_t count);

/// The panels beside each other, headings first. A line ends after its last text, never in blanks.
std::vector<std::string> beside(const std::vector<Panel>& panels, const RenderOptions& options);

/// One panel alone: its heading, wrapped, and its rows behind bars.
std::vector<std::string> alone(const Panel& panel, const RenderOptions& options);

}  // namespace judge
