#pragma once

// What a report is to look like. The facts of the terminal come in from
// outside: nothing here asks one.

#include <cstddef>

#include "report/messages.h"

namespace judge {

/// quiet: what is not as expected, and the summary. verbose: also a line per
/// case.
enum class Verbosity : std::uint8_t { quiet, normal, verbose };

struct RenderOptions {
    Tongue tongue = Tongue::en;
    std::size_t width = 80;  // columns of text; what does not fit is left out or
                             // cut, below 40 as at 40
    bool color = false;      // ANSI escapes
    bool dark = true;        // the terminal's background: decides the shades
    Verbosity verbosity = Verbosity::normal;
};

}  // namespace judge
