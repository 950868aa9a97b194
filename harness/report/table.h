#pragma once

// A table for a terminal that gives way sensibly: columns have shorter forms
// and may vanish, in an order of the caller's, before any text is cut.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/ink.h"

namespace judge {

struct Cell {
    std::string text;
    Ink ink = Ink::plain;
};

/// One way to show a column: a header and a cell for each row. A form without
/// cells leaves the column out.
struct ColumnForm {
    std::string header;
    std::vector<Cell> cells;
};

struct Column {
    std::vector<ColumnForm> forms;  // from the fullest to the barest
    enum class Align : std::uint8_t { left, right } align = Align::left;
    enum class Cut : std::uint8_t { never, end, start } cut = Cut::never;  // where text gives way
    std::size_t floor = 0;                                                 // but no further than to this width
};

/// How a table came out: `lines` has the header line first; `forms` says which
/// form of each column was used.
struct TableLayout {
    std::vector<std::string> lines;
    std::vector<std::size_t> forms;
};

/// Lays `columns` out within `options.width`. While it is too wide, the columns named by `steps` go to their next form,
/// one after the other; then columns that allow it are cut, the widest first. Lines carry no blanks at their end. Texts
/// are made safe by one_line first.
TableLayout lay_out(std::vector<Column> columns, const std::vector<std::size_t>& steps, const RenderOptions& options);

}  // namespace judge
