#pragma once

// The one JSON form of a Report: what `--json` prints, history stores and reports read. Times are `*_ns`, sizes
// `*_bytes`; absent values, empty texts and empty lists are left out, numbers and booleans are always there. A verdict
// is its id, an ending {"kind": "exited"|"signalled"|"stopped", "code"|"signal"|"limit"}. Any bytes are made printable
// first, so that the text is always valid UTF-8.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include <span>
#include "base/result.h"

#include "model/report.h"

namespace judge {

/// The version of the form, raised when a field changes its meaning or goes away; new fields do not raise it.
inline constexpr int kReportSchema = 1;

nlohmann::json to_json(const Report& report);
/// Errors: bad_input - not a report, or of a newer schema.
Result<Report> report_from_json(const nlohmann::json& value);

/// One line for machines, indented by one blank a level for people: as to_json(report).dump gives it, in a fraction of
/// the memory.
enum class JsonStyle { line, indented };
std::string report_text(const Report& report, JsonStyle style);
/// Errors: bad_input - also for bad syntax.
Result<Report> report_from_text(std::string_view text);

/// Shared pieces, for other JSON that shows them.
nlohmann::json to_json(const Judgement& judgement);
nlohmann::json to_json(const Ending& ending);
nlohmann::json to_json(std::span<const Finding> findings);
nlohmann::json to_json(const Limits& limits);
nlohmann::json to_json(const Usage& usage);
nlohmann::json to_json(const Machine& machine);
nlohmann::json to_json(const Containment& containment);
nlohmann::json to_json(const Expectation& expectation);

}  // namespace judge
