#pragma once

// How submissions did over time, for a terminal: a line each, with a sparkline.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/material.h"
#include "report/options.h"

namespace judge {

/// One value a character, in eight heights between zero and the greatest, so that a flat line looks flat: "▇█▂".
/// What is absent is "·". Empty for no values.
std::string sparkline(std::span<const std::optional<double>> values);

/// One line of the table: a submission, or a case of it.
struct TrendLine {
    std::string problem_id;
    std::string name;
    bool of_case = false;
    std::vector<TrendPoint> points;  // oldest first, never empty
};

/// A table of name, number of runs, newest verdict, least and newest time, and the times as a sparkline of the newest
/// 40 (20, 10 where the terminal is narrow). Ends in a newline; "" for no lines.
std::string render_trends(std::span<const TrendLine> lines, const RenderOptions& options);

}  // namespace judge
