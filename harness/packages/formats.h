#pragma once

// Every outside format that can be read, one row each, and the way from a path to problems.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "packages/imported.h"

namespace judge {

/// One format. Readers take a package that was listed and hand back its problems, never none.
struct PackageFormat {
    std::string_view id;      // value of --format
    std::string_view title;   // for people
    std::string_view source;  // whose layout it is
    bool (*recognises)(const Source& source) = nullptr;
    /// Errors: bad_input - with file and line.
    Result<std::vector<Imported>> (*read)(const Source& source) = nullptr;
    bool in_place = false;  // its problems can be judged where they lie
};

/// Every row; earlier ones are asked first.
std::span<const PackageFormat> package_formats();

/// Errors: not_found - with the known ids as hint.
Result<const PackageFormat*> find_package_format(std::string_view id);

/// What was read, and the folder that holds unpacked and decoded bytes as long as it lives.
struct Package {
    std::shared_ptr<TempDir> scratch;
    std::vector<Imported> problems;
    std::string format;  // id of the row
};

/// Reads the package at `path`: a folder, an archive, a single file of a format that has such (.prob, .xml, .cdf), or a
/// folder or archive of several packages. `format` forces a row; empty recognises.
/// Errors: bad_input - no format fits (hint: the ids), or the reader's own; not_found, io.
Result<Package> read_package(const std::string& path, std::string_view format = "");

/// Like read_package, for judging where the package lies: only folders, and only formats that allow it; nothing else is
/// touched. `folder` may be a folder of packages. Errors: not_found - no package there; those of the readers.
Result<std::vector<Imported>> read_package_in_place(const std::string& folder);

}  // namespace judge
