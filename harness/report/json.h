#pragma once

// Reports for programs: {"schema": 1, "reports": [...]}, each report in the one
// JSON form of model/json.h. The form is published in
// harness/data/report.schema.json.

#include <span>
#include <string>

#include "model/report.h"

namespace judge {

/// Indented by one blank a level, in UTF-8, ending in a newline.
std::string render_json(std::span<const Report> reports);

/// The JSON Schema (draft 2020-12) that every output of render_json satisfies.
std::string_view report_schema();

}  // namespace judge
