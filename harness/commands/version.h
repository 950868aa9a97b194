#pragma once

namespace judge {

/// The version of the program, from the build.
extern const char* const kVersion;

}  // namespace judge
