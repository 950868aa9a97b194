#pragma once

// What is known of the place where output goes, and the language of the user.

#include <cstddef>
#include <string>

#include "os/environment.h"

namespace judge {

/// The user's word on colour (--color).
enum class ColorWish { automatic, always, never };

struct Terminal {
    bool is_tty = false;
    std::size_t width = 80;  // columns, at least 1
    bool color = false;
};

/// Looks at `fd`. The width is the terminal's, else $COLUMNS, else 80. Colour without a wish: a terminal whose TERM is
/// set and not "dumb", and NO_COLOR is not set. Source: no-color.org.
Terminal terminal_of(int fd, const Environment& environment, ColorWish wish = ColorWish::automatic);

/// "ko" or "en", by the first of LC_ALL, LC_MESSAGES and LANG that is set. Source: locale(7).
std::string language_of(const Environment& environment);

}  // namespace judge
