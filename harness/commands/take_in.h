#pragma once

// What `import` and `listen` share: the project that new problems go to, and what is said of them.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "commands/context.h"
#include "model/report.h"
#include "packages/native_writer.h"
#include "packages/project.h"

namespace judge {

/// The project at or above `folder`. Where there is none, `folder` becomes one: a judge.json is written, and said.
/// Errors: bad_input - judge.json is wrong; io.
Result<Project> project_to_fill(const Context& context, const std::string& folder);

/// "boj-1000  A+B  2 cases, 1 submission" for each, and below it what could not be kept, grouped by kind: warnings one
/// by one up to a few, notes as one line each kind. `verbose` shows all.
std::string told(const std::vector<Written>& written, const std::vector<Imported>& problems, const Context& context);

/// The same for machines: an array of {id, title, cases, submissions, findings}.
nlohmann::json told_json(const std::vector<Written>& written, const std::vector<Imported>& problems);

}  // namespace judge
