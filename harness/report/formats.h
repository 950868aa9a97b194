#pragma once

// The table of report formats: what `--report FORMAT=PATH` and `judge report`
// offer.

#include <array>
#include <string>
#include <string_view>

#include "report/material.h"
#include "report/options.h"

namespace judge {

struct ReportFormat {
    std::string_view id;         // word of the flag
    std::string_view extension;  // without the dot
    std::string (*render)(const Material& material, const RenderOptions& options) = nullptr;
};

extern const std::array<ReportFormat, 5> kReportFormats;

/// The format called `id`, or null.
const ReportFormat* find_report_format(std::string_view id);

}  // namespace judge
