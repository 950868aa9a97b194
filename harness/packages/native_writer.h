#pragma once

// Imported -> the project's own format: testdata/<id>/ and solutions/<id>/.

#include <cstddef>
#include <string>
#include <vector>

#include "packages/imported.h"

namespace judge {

/// The text of problem.json for `problem`; `programs` are its files below the problem's folder, as written there.
struct ProgramNames {
    std::string checker, interactor;
};
std::string native_text(const Problem& problem, const ProgramNames& programs);

/// What becomes of a problem or a submission that is already there.
enum class Overwrite { refuse, replace };

struct Written {
    std::string id;
    std::size_t cases = 0, submissions = 0;
    std::vector<Finding> findings;  // of the copying: bytes that were repaired
};

/// Writes one problem and its submissions below `root`, a project. The problem is made beside its place and moved there
/// in one step, so that a failure or a kill leaves what was there before. Case files that bear the mark of UTF-16
/// become UTF-8. A submission that is there already with the same bytes is no conflict; a problem that is there without
/// cases of its own is filled. What is replaced and holds more than what replaces it is kept in an Attic, which a
/// finding names.
/// Errors: bad_input - the problem, or a submission of that name with other bytes, is there (hint --force), a path that
/// leaves the problem's folder; io, not_found - nothing was changed.
Result<Written> write_native(const Imported& imported, const std::string& root, Overwrite overwrite);

}  // namespace judge
