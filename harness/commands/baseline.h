#pragma once

// Baselines: the judgements that later ones are held against.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "history/history.h"
#include "model/report.h"

namespace judge {

inline constexpr const char* kDefaultBaseline = "default";

/// What a baseline knows of one submission.
struct BaselineRun {
    BaselineEntry entry;
    Report report;
};
using Baseline = std::map<std::pair<std::string, std::string>, BaselineRun>;  // by problem and submission

/// The baseline `name` of this machine. Errors: not_found - there is none; the message says so if another machine has
/// one, because figures of two machines are never compared.
Result<Baseline> read_baseline(History& history, const std::string& name, const std::string& machine);

/// Every other stored judgement of the same content as `report` on its machine, newest first, at most `most`.
Result<std::vector<Report>> runs_like(History& history, const Report& report, std::int64_t except_id, std::size_t most);

}  // namespace judge
