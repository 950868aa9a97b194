#pragma once

// Stored runs: what was judged before, found again by a number, by a name, or because it was last.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "commands/context.h"
#include "commands/record.h"
#include "report/material.h"

namespace judge {

/// Which runs of the history a TARGET means: submissions that are there now, or names that the history alone knows.
struct NamedRuns {
    std::set<std::pair<std::string, std::string>> submissions;
    std::string problem_id, submission_id;  // used where `submissions` is empty; empty = any

    bool matches(const RunRow& row) const;
};

/// An empty target means all.
NamedRuns runs_named(const std::string& target, const Context& context);

/// The project around the folder that the user stands in; without one, an empty Project: the user's own history.
Result<Project> project_here(const Context& context);

/// Rows of the history whose Reports are asked for: of the run with this number, of the newest run of every submission
/// that a TARGET means, or, for "", of the last run. Errors: not_found - with what to do; those of the history.
Result<std::vector<RunRow>> stored_rows(History& history, const std::string& name, const Context& context);

/// Their Reports, in the same order.
Result<std::vector<Report>> reports_of_rows(History& history, const std::vector<RunRow>& rows);

/// The row as one point of a trend.
TrendPoint point_of(const RunRow& row);

/// The absolute paths of the sources of `report`.
std::vector<std::string> source_paths(const Report& report, const Project& project);

/// True if the sources are byte for byte what was judged.
bool is_unchanged(const Report& report, const Project& project);

}  // namespace judge
