#pragma once

// Reports as one HTML file that needs nothing else: style, script, words in English and Korean and the data are all
// inside, and it asks nothing of any network. Files of harness/data/html make it up.

#include <string>

#include "report/material.h"
#include "report/options.h"

namespace judge {

/// The page, in UTF-8. `options.tongue` is the language it opens in.
std::string render_html(const Material& material, const RenderOptions& options);

}  // namespace judge
