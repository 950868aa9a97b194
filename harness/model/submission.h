#pragma once

// One contestant's answer to a problem, and what the folder it lies in says must happen to it.

#include <set>
#include <string>
#include <vector>

#include "model/verdict.h"

namespace judge {

/// Which verdicts a submission's cases may get (`permitted`), and of which at least one must occur (`required`; empty =
/// no demand). A submission is as expected when every case that ran got a permitted verdict and some case a required
/// one. Source: ICPC problem package format 2025-09, submissions.yaml.
struct Expectation {
    std::string id = "accepted";  // the folder's name, or "custom"
    std::set<Verdict> permitted = {Verdict::accepted};
    std::set<Verdict> required = {Verdict::accepted};

    bool operator==(const Expectation&) const = default;
};

struct Submission {
    std::string id;  // path below solutions/<problem>/ with its extension: "wrong_answer/no-stop.cpp"
    std::string problem_id;
    std::string language_id;         // empty: to be detected
    std::vector<std::string> files;  // absolute paths; the first is the entry for one-file submissions
    std::string entry;  // entry point where the language needs one (a Java class), else empty: found from the source
    Expectation expected;
};

}  // namespace judge
