#pragma once

// The list of stored runs.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "report/options.h"

namespace judge {

struct BatchLine {
    std::int64_t number = 0;
    std::string when;  // as people read it
    std::size_t submissions = 0, as_expected = 0;
    std::string what;  // its submission, or its problems
};

/// A line a run: its number, when, how many of its submissions were as expected, and of what.
std::vector<std::string> batch_lines(const std::vector<BatchLine>& batches, const Messages& messages,
                                     const RenderOptions& options);

}  // namespace judge
