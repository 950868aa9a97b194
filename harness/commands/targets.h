#pragma once

// What a TARGET on the command line means: a submission file, a problem's id or folder, a problem package or a folder
// of packages, or nothing for all.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/problem.h"
#include "model/submission.h"
#include "packages/project.h"

namespace judge {

/// One submission and the problem it is to be judged on.
struct Target {
    std::shared_ptr<const Problem> problem;
    Submission submission;
};

struct TargetRequest {
    std::vector<std::string> targets;
    std::string problem;   // --problem: an id of the project or a path
    std::string language;  // --language: set on every submission
    std::string cwd;       // absolute
};

/// What the command line names: `project` has an empty root outside of one.
struct Resolved {
    Project project;
    std::vector<Target> targets;
};

/// Errors: usage - nothing to judge, a file without a problem; not_found - a name that is neither, with the nearest one
/// as hint; those of the readers.
Result<Resolved> resolve(const TargetRequest& request);

/// The problem that `name` (an id of the project, or a folder) means. Errors: not_found, those of the reader.
Result<std::shared_ptr<const Problem>> resolve_problem(const Project& project, const std::string& name,
                                                       const std::string& cwd);

}  // namespace judge
