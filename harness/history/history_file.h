#pragma once

// Opening the history's file: its form, and what happens when it is damaged. Inner to this room.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "history/database.h"
#include "model/report.h"

namespace judge {

/// Opens the file at `path` in its present form. A damaged one is set aside and noted in `findings`.
Result<Database> open_history_file(const std::string& path, std::int64_t now_unix_ns, std::vector<Finding>& findings);

/// Opens it after a failure that looked like damage, once no handle of ours is left: looks through the whole file, and
/// sets it aside if it is damaged indeed. Errors: as History::open.
Result<Database> reopen_damaged_history(const std::string& path, std::int64_t now_unix_ns,
                                        std::vector<Finding>& findings);

}  // namespace judge
