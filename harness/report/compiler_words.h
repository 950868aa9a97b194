#pragma once

// A compiler's messages in colours of our own: stored logs and every view without colour hold the plain text, and all
// compilers look alike.

#include <string>
#include <string_view>

#include "report/options.h"

namespace judge {

/// One line of compiler messages with its place, its severity word ("error", "warning", "note", in the forms that gcc,
/// clang, javac, rustc and their kin write) and its marker line ("   | ^~~~") painted; unchanged without colour, and
/// where it is none of these.
std::string painted_compiler_line(std::string_view line, const RenderOptions& options);

/// All lines of `log` so painted, each ended by a newline.
std::string painted_compiler_log(std::string_view log, const RenderOptions& options);

}  // namespace judge
