#pragma once

// What an outside format has no place for travels in a hidden folder of the exported package: the problem in the
// project's own format, without its cases, which are the package's own files. Importing the package gives back the same
// problem, unless somebody changed the package meanwhile.

#include <optional>
#include <string>
#include <vector>

#include "packages/imported.h"

namespace judge {

/// Adds the copy to the package in `folder`, which is otherwise complete. Adds nothing where a case's input is no file
/// of the package. Errors: io, not_found.
Status put_own_copy(const Problem& problem, const std::vector<Submission>& submissions, const std::string& folder);

struct OwnCopy {
    std::optional<Imported> imported;  // called after `source`; nothing where there is no copy, or a stale one
    std::optional<Finding> finding;    // "own-copy-stale"
};
/// Errors: bad_input - with the file: the copy is broken, or names a file outside of the package; io.
Result<OwnCopy> own_copy_of(const Source& source);

/// The package as if it had no copy.
Source without_own_copy(const Source& source);

}  // namespace judge
