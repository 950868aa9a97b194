#pragma once

// Where calibrations are kept, and what they foretell of reports.

#include <string>

#include "commands/judged.h"
#include "history/calibration.h"

namespace judge {

/// `calibration.json` in the user's state folder. Errors: io.
Result<std::string> calibration_path(const Context& context);

/// The same reports; accepted ones with a note "prediction" where enough pairs of their judge and language are known.
/// What cannot be read is said on standard error, and nothing is foretold.
Reports with_predictions(const Reports& reports, const Context& context, const Toolchain& toolchain);

}  // namespace judge
