#pragma once

// Where in its source a program died, as far as what it wrote on standard error tells.

#include <string>
#include <string_view>

namespace judge {

/// "Main.py:3": the source file, without its folders, and the line that a traceback, a stack trace, a sanitizer or a
/// failed assertion names; of several the innermost one that is no part of a library. "" if there is none.
std::string place_of_death(std::string_view stderr_text);

/// "SIGSEGV" of 11; the number where it has no name.
std::string signal_name(int signal);

}  // namespace judge
