#pragma once

// What a report is made of: the Reports, and beside them what only some formats
// show. Everything is borrowed for the time of the call.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/report.h"

namespace judge {

/// The text of one file of a submission.
struct ShownSource {
    std::string problem_id, submission_id;
    std::string path;  // as people know it: relative to the project
    std::string text;  // any bytes
};

/// One earlier judgement of a submission.
struct TrendPoint {
    std::int64_t started_unix_ns = 0;
    Verdict verdict = Verdict::not_judged;
    std::optional<Nanos> slowest_cpu;
    std::optional<Bytes> peak_memory;
    std::string commit;  // of the project, may be empty
};

/// The history of one submission on one machine, oldest first.
struct Trend {
    std::string problem_id, submission_id;
    std::vector<TrendPoint> points;
};

/// How much processor time `second` took for each second of `first`: a ratio
/// and its interval, as judge compare finds.
struct Ratio {
    std::string problem_id;
    std::string first, second;  // submissions
    double ratio = 1, low = 1, high = 1;
    double confidence = 0.99;
};

struct Material {
    std::span<const Report> reports = {};
    std::span<const ShownSource> sources = {};
    std::span<const Trend> trends = {};
    std::span<const Ratio> ratios = {};
};

}  // namespace judge
