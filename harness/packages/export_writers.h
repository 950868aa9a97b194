#pragma once

// The writers of the formats in export.h.

#include <string>
#include <vector>

#include "base/result.h"
#include "model/problem.h"
#include "model/report.h"
#include "model/submission.h"

namespace judge {

using ExportResult = Result<std::vector<Finding>>;

ExportResult write_icpc(const Problem& problem, const std::vector<Submission>& submissions, const std::string& folder);
ExportResult write_polygon(const Problem& problem, const std::vector<Submission>& submissions,
                           const std::string& folder);
ExportResult write_dmoj(const Problem& problem, const std::vector<Submission>& submissions, const std::string& folder);
ExportResult write_oj(const Problem& problem, const std::vector<Submission>& submissions, const std::string& folder);

}  // namespace judge
