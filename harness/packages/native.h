#pragma once

// The project's own format: testdata/<problem>/problem.json beside sample/ and secret/ with X.in and X.ans.
//
//     {"title": {"ko": "", "en": ""}, "source_url": "", "profile": "boj", "mode": "batch",
//      "limits": {"cpu_ns": 1000000000, "memory_bytes": 268435456, "language_extra": true},
//      "checker": {"protocol": "boj", "program": "checkers/sudoku.cpp"}, "notes": {}}
//
// More keys of the root: scoring, file_access, interactor, validator_protocol, validation_passes, groups (an object by
// group name: points, rule, depends_on, run_all, limits, checker_args), cases (an object by case name: limits,
// checker_args, points). More keys of limits: wall_ns, stack_bytes, output_bytes, file_bytes, processes, open_files.
// checker takes either `compare` (a built-in comparison) or `protocol` and `program`; both take `args`. In an
// interactive problem `protocol` without a program is the interactor's, "kattis" by default.

#include <string>

#include "model/problem.h"

namespace judge {

/// True if `folder` holds a problem of this format.
bool is_native_problem(const std::string& folder);

/// Reads problem.json and lists the cases; no case file is opened.
/// Errors: not_found - no problem.json; bad_input - with file and line; a `groups` or `cases` key that names nothing
/// that is there, an answer without input, a program that is missing.
Result<Problem> read_native_problem(const std::string& folder);

/// Lists the cases below `folder` into `problem.cases` and `problem.groups` (every folder with cases is a group),
/// natural order, samples first. Names that begin with a dot or end in '~' are passed over.
Status list_cases(const std::string& folder, Problem& problem);

}  // namespace judge
