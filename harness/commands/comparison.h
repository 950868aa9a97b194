#pragma once

// What judge compare found, and how it is told.

#include <optional>
#include <string>
#include <vector>

#include "commands/judged.h"
#include "judging/compare.h"
#include "report/material.h"

namespace judge {

struct Comparison {
    Reports reports;                          // of one problem, in the order of the command line
    std::vector<std::uint64_t> source_bytes;  // by report
    std::vector<std::size_t> contenders;      // into `reports`: whose speed was compared
    std::vector<CompareCase> cases;           // that all contenders solve
    std::optional<Rounds> rounds;
    std::vector<PairSpeed> pairs;  // their indices are into `contenders`
    std::vector<std::optional<GrowthFit>> growth;
    std::vector<std::string> notes;

    const Report& contender(std::size_t index) const { return *reports[contenders[index]]; }
};

/// "A", "B", ... "Z", "AA": what a submission is called in the text.
std::string letter_of(std::size_t index);

std::string comparison_text(const Comparison& comparison, const RenderOptions& options);
std::string comparison_json(const Comparison& comparison);
/// The overall ratios, for reports in files.
std::vector<Ratio> ratios_of(const Comparison& comparison);

}  // namespace judge
