#pragma once

// Problems -> outside formats: one row a format, a function that fills a folder.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/problem.h"
#include "model/report.h"
#include "model/submission.h"

namespace judge {

/// One format. `write` fills `folder`, which exists and is empty.
struct ExportFormat {
    std::string_view id;     // value of --format
    std::string_view title;  // for people
    /// Yields what the format cannot say. Errors: not_found, io.
    Result<std::vector<Finding>> (*write)(const Problem& problem, const std::vector<Submission>& submissions,
                                          const std::string& folder) = nullptr;
};

/// icpc (2025-09), polygon, dmoj, oj.
std::span<const ExportFormat> export_formats();

/// Errors: not_found - with the known ids as hint.
Result<const ExportFormat*> find_export_format(std::string_view id);

/// Writes `problem`, with a copy in the project's own format for what the outside one cannot say, as a package at
/// `target`: a zip where that ends in ".zip", else a folder. It appears in one step. Errors: bad_input - `target` is
/// there already; io, not_found.
Result<std::vector<Finding>> export_problem(const Problem& problem, const std::vector<Submission>& submissions,
                                            const ExportFormat& format, const std::string& target);

}  // namespace judge
