#pragma once

// Reports for a terminal: a table with a line a submission, the first failure
// of each that is not as expected, what else is worth saying, and a summary
// line.

#include <span>
#include <string>

#include "model/report.h"
#include "report/options.h"

namespace judge {

/// The whole text, ending in a newline. No line is wider than `options.width`
/// (at least 40).
std::string render_text(std::span<const Report> reports, const RenderOptions& options);

/// One line for one finished submission, as the live display prints it where
/// nothing can be redrawn.
std::string render_line(const Report& report, const Messages& messages, const RenderOptions& options);

}  // namespace judge
