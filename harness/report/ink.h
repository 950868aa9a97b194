#pragma once

// Colours by meaning. Nothing is said by colour alone: without it every text
// still tells the same.

#include <string>
#include <string_view>

#include "report/options.h"

namespace judge {

enum class Ink : std::uint8_t { plain, good, bad, doubtful, faint, strong };

/// `text` in the escape sequences of `ink`, readable on the background that
/// `options` names; unchanged without colour.
std::string painted(std::string_view text, Ink ink, const RenderOptions& options);

}  // namespace judge
