#pragma once

// Which language a file is written in.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/report.h"
#include "model/submission.h"
#include "toolchain/language.h"
#include "toolchain/tables.h"

namespace judge {

/// The language of `submission` under `profile`: the one it names itself, else the one that a comment
/// `judge: language=<id>` on one of its first two lines names, else the row that fits the file's name, the shebang line
/// and the content best; among rows that fit equally the profile's `prefer`, then rows it offers, then priority.
/// Where languages of different families fit, "language-ambiguous" is added to `findings` and says what was taken.
/// Errors: bad_input - nothing fits, or an unknown id is named, with the known ones as hint; errors of read_file.
Result<const Language*> detect_language(const Submission& submission, const Profile& profile, const Tables& tables,
                                        std::vector<Finding>& findings);

/// The row called `id` or, regardless of case and blanks, by its name: "C++20", "cpp20". Null if there is none.
const Language* language_called(std::string_view id, const Tables& tables);

}  // namespace judge
