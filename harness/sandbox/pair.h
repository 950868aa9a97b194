#pragma once

// A contestant and an interactor, each in its own box, joined through the judge, which passes on what each writes and
// keeps the record.

#include "sandbox/resident_box.h"
#include "sandbox/runner.h"

namespace judge {

/// Errors: as Runner::run_pair.
Result<PairOutcome> run_joined(ResidentBox& contestant, ResidentBox& interactor, const PairRequest& request,
                               const Cancel* cancel);

}  // namespace judge
