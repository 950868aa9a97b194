#pragma once

// Reading languages.json and profiles/*.json: the program's own, with the user's merged over them by id.

#include <string>
#include <vector>

#include "base/result.h"
#include "toolchain/language.h"

namespace judge {

struct Tables {
    std::vector<Language> languages;  // in file order
    std::vector<Profile> profiles;    // in the order boj, jungol, icpc, local, then the user's

    const Language* language(std::string_view id) const;
    const Profile* profile(std::string_view id) const;
};

/// The embedded tables, then each file of `language_files` and `profile_files` merged over them in order: a member that
/// is named replaces, a row with a new id is added. A file that does not exist is passed over.
/// Errors: bad_input - bad syntax, an unknown key, a row without name, files, source or run, a command whose first word
/// is not among the row's tools, a profile that names an unknown language; with file and line.
Result<Tables> load_tables(const std::vector<std::string>& language_files,
                           const std::vector<std::string>& profile_files);

/// Reads more rows, or changes of rows, into `tables`. `text` is the content of `file`. Errors: as load_tables.
Status merge_languages(Tables& tables, std::string text, const std::string& file);
/// Errors: as load_tables.
Status merge_profile(Tables& tables, std::string text, const std::string& file);

}  // namespace judge
