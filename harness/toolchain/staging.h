#pragma once

// What a compiler will see of a submission: each file decoded, under the name that the recipe demands, with the headers
// that lie beside it. All in memory; the user's files are only read.

#include <string>
#include <vector>

#include "base/result.h"
#include "model/report.h"
#include "toolchain/entry.h"
#include "toolchain/language.h"

namespace judge {

struct StagedFile {
    std::string name;      // relative path in the build folder: "Main.cc", "a/b/Main.java", "lib/x.hpp"
    std::string original;  // absolute path of the user's file
    std::string text;      // decoded
};

struct Staging {
    std::vector<StagedFile> sources;  // the main one first
    std::vector<StagedFile> headers;  // found beside the sources through #include "..."
    EntryPoint entry;
    std::vector<Finding> findings;
};

/// Reads `files` (absolute; the first is the main one) for `language` under `source`, the recipe's name for it. A
/// header is taken only if its name fits the row's `headers`, it lies in the includer's folder or below, and the path
/// has no "..": what lies elsewhere, an answer file for one, never gets into a build folder.
/// Errors: not_found, io, bad_input - a NUL byte, over 16 MB, two files of one name.
Result<Staging> stage(const std::vector<std::string>& files, const Language& language, std::string_view source,
                      std::string_view wanted_entry);

/// Writes all of `staging` into `folder`, readable for every user. Errors: io.
Status write_staging(const Staging& staging, const std::string& folder);

}  // namespace judge
