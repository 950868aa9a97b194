#pragma once

// What the HTML report holds as data: the facts that its script shows, in a compact form that is private to the page
// (other programs read the JSON report).
//
// A case is [name, verdict, cpu_ns, memory_bytes, wall_ns, permitted (1 or 0)] with the verdict as index into the table
// of verdicts; what only some cases have stands in `own_limits`, `runs` (cpu_ns of each run) and `details`, by index.

#include <nlohmann/json_fwd.hpp>

#include "report/material.h"
#include "report/options.h"

namespace judge {

/// Everything but the words. Details (input, difference, ...) are kept of at most 40 failed cases a submission.
nlohmann::json html_data(const Material& material, const RenderOptions& options);

/// The words: {"messages": {"en": {id: sentence}, "ko": {...}}, "verdicts": [{id, code, ko}]}.
nlohmann::json html_texts();

}  // namespace judge
