#pragma once

// Looking over a problem before anyone is judged on it: names, bytes, validators, checker.

#include <memory>
#include <vector>

#include "judging/build.h"
#include "model/problem.h"

namespace judge {

struct Protocols;

/// Everything that is wrong with, or odd about, the problem's data: checker/check_data.h tells the codes; also those of
/// Checking::make for a checker, interactor or comparison that cannot be used, and "validator-failed" for a validator
/// that does not compile. An empty list is praise. Errors: io - a case cannot be read; sandbox, interrupted;
/// tool_missing.
Result<std::vector<Finding>> check_data(std::shared_ptr<const Problem> problem, const Protocols& protocols,
                                        const Compiler& compile, Runner& runner);

}  // namespace judge
