#pragma once

// Which file of a package is the program: checkers, interactors and validators are one source file for us, with its
// headers beside it, but some packages give a whole folder.

#include <string>

#include "packages/imported.h"

namespace judge {

/// The path of the program that `name` (a file or a folder of the package) means: the file itself; of a folder its only
/// source, or the one that is called main, or after the folder or its kind, or that defines main. "" with a finding
/// where there is none, or where several files would have to be compiled together.
std::string program_at(Imported& imported, const Source& source, const std::string& name);

/// True for endings of source files and scripts that the toolchain knows.
bool is_source_file(std::string_view name);

/// True for C and C++ headers.
bool is_header_file(std::string_view name);

}  // namespace judge
