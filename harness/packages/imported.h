#pragma once

// What every reader of an outside format hands back, and what every reader is given. A reader copies nothing: the paths
// of an Imported lead into the package itself, so that a package can be judged where it lies; native_writer.h copies.

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "model/problem.h"
#include "model/report.h"
#include "model/submission.h"

namespace judge {

/// A file of the package that has no place in a Problem and is kept untouched.
struct KeptFile {
    std::string name;  // below the problem's folder: "statement/problem.en.tex"
    std::string path;  // absolute
};

/// One problem of a package. Cases are named "sample/..." and "secret/..." as in the project's own format, whatever the
/// package calls them; Problem::id is what the package suggests.
struct Imported {
    Problem problem;
    std::vector<Submission> submissions;  // ids with the expectation's folder in front, none for accepted ones
    std::vector<KeptFile> kept;
    std::vector<Finding> findings;               // what could not be kept, and what was repaired or assumed
    std::unordered_set<std::string> case_names;  // of problem.cases, for add_case
};

/// A package that lies in a folder, listed once.
struct Source {
    std::string folder;              // absolute
    std::string name;                // of the folder or archive, without endings: where the package itself says nothing
    std::string scratch;             // a folder for bytes that are no file of the package; outlives what is read
    std::vector<std::string> files;  // regular files, relative, natural order
    std::unordered_set<std::string> known;  // the same

    bool has(std::string_view file) const { return known.contains(std::string(file)); }
    /// True if any file lies below `folder_name`.
    bool has_folder(std::string_view folder_name) const;
    /// The files below `folder_name` (relative to the package), with that folder's name in front.
    std::vector<std::string> below(std::string_view folder_name) const;
    std::string path(std::string_view file) const;
};

/// Lists `folder`. Version control, the leavings of other systems (__MACOSX, .DS_Store, Thumbs.db) and backups are
/// passed over; links are followed where they stay inside.
/// Errors: bad_input - a link that leaves the folder, over 200,000 files, nested deeper than 64; not_found, io.
Result<Source> open_source(const std::string& folder, const std::string& name, const std::string& scratch);

/// The part of `source` below `folder_name` as a package of its own, called after that folder.
Source inner_source(const Source& source, const std::string& folder_name);

/// Notes one thing for the user: `code` is stable, `text` a sentence with the file, `remedy` what to do.
void note(Imported& imported, Severity severity, std::string code, std::string text, std::string remedy = "");

/// Adds a case to `imported`, and its group where that is new. `group` is "sample", "secret" or "secret/...". The name
/// is made fit for a file (no slash, leading dot or trailing '~') and unique in its group by "-2", "-3".
TestCase& add_case(Imported& imported, const std::string& group, std::string_view base, const std::string& input_path,
                   const std::string& answer_path);

/// The group called `name`, made if there is none.
Group& group_of(Problem& problem, const std::string& name);

/// Adds a submission of one or several files under what `expectation` (a row of expectations.json) says.
Submission& add_submission(Imported& imported, const std::string& expectation, const std::string& name,
                           std::vector<std::string> files);

/// Takes away each limit that `check` refuses, and notes it: a package that says "a time of 0" has said nothing.
void drop_absurd_limits(Imported& imported);

/// Keeps every file below `folder_name` under its own name.
void keep_folder(Imported& imported, const Source& source, std::string_view folder_name);

/// A name that is safe as a folder of testdata/: lower-case ASCII, Hangul and other letters as they are, everything
/// else '-'. "" becomes "problem".
std::string safe_id(std::string_view text);

/// A name that is safe as a file's, with slashes and control characters turned into '_'.
std::string safe_file_name(std::string_view text);

/// Writes `text` as a file of the source's scratch folder and yields its path. Errors: io.
Result<std::string> write_scratch(const Source& source, const std::string& name, std::string_view text);

}  // namespace judge
