#pragma once

// Showing a page or a file in the user's browser.

#include <string>
#include <vector>

#include "base/result.h"
#include "os/environment.h"

namespace judge {

/// The command that opens `what` (a URL or an absolute path): the first program of $BROWSER (a list parted by colons,
/// each a command in which %s stands for what to open, or it comes last) that is installed, else xdg-open; empty where
/// there is none. Source: environ(7) BROWSER; xdg-open(1).
std::vector<std::string> browser_command(const std::string& what, const Environment& environment);

}  // namespace judge
