#pragma once

// Reports as JUnit XML, as GitLab, Jenkins, GitHub's viewers and ctest's own output know it: a test suite for each
// submission, a test case for each case. A case is a failure if its verdict is not permitted, not if it is a wrong
// answer that was expected.

#include <span>
#include <string>

#include "model/report.h"
#include "report/options.h"

namespace judge {

/// Well-formed XML 1.0 in UTF-8. `time` is wall time in seconds; exact figures are properties of the test case. What a
/// suite as a whole lacks (it does not compile, or the required verdict never came) is a test case "submission".
/// Source: the schema of Jenkins' xUnit plug-in (junit-10.xsd); GitLab "Unit test reports".
std::string render_junit(std::span<const Report> reports, const RenderOptions& options);

}  // namespace judge
