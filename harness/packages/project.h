#pragma once

// A project: a folder with judge.json (or with solutions/ beside testdata/), its problems and the submissions to them.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/problem.h"
#include "model/submission.h"

namespace judge {

struct Project {
    std::string root;             // absolute; empty = no project here
    std::string profile = "boj";  // of judge.json: for problems that name none
    int jobs = 0;                 // measuring slots; 0 = one a processor
    std::map<std::string, std::string>
        templates;                         // of judge.json: first sources by ending, "cpp": "templates/main.cpp"
    std::vector<std::string> problem_ids;  // folders of testdata/ that hold a problem, natural order
};

/// Walks up from `start` to the first folder with a judge.json, or with solutions/ beside testdata/.
/// Errors: not_found - there is none up to the root; bad_input - judge.json is wrong (file and line).
Result<Project> find_project(const std::string& start);

std::string problem_folder(const Project& project, const std::string& problem_id);

/// The submissions below solutions/<problem_id>/, natural order. A folder's name gives the expectation.
/// Errors: bad_input - a folder that is no expectation (the hint lists them), two submissions with one id.
Result<std::vector<Submission>> list_submissions(const Project& project, const std::string& problem_id);

/// Folders of solutions/ without a problem of that name in testdata/.
Result<std::vector<std::string>> orphaned_solutions(const Project& project);

/// A Submission for a file from anywhere: id is its file name, expected accepted unless its folder is called after an
/// expectation.
Submission submission_of_file(const std::string& path, const std::string& problem_id);

}  // namespace judge
