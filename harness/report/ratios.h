#pragma once

// The ratios of judge compare, for reports that are text.

#include <span>
#include <string>

#include "report/material.h"
#include "report/messages.h"

namespace judge {

/// A Markdown table, a line each pair: what is compared, the ratio, its interval. "" for no ratios.
std::string markdown_ratios(std::span<const Ratio> ratios, const Messages& messages);

}  // namespace judge
