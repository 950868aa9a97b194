#pragma once

// Reports as GitHub-flavoured Markdown, for a comment below a pull request.

#include <span>
#include <string>

#include "model/report.h"
#include "report/options.h"

namespace judge {

/// The summary as heading, the table, and the first failures folded. At most 65,000 characters, since GitHub and GitLab
/// refuse long comments: what is as expected is left out first, then failures, and the text says how many.
std::string render_markdown(std::span<const Report> reports, const RenderOptions& options);

}  // namespace judge
