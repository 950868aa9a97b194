#pragma once

// A compiler's messages made fit for people, and why a compiler was stopped.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/run.h"
#include "toolchain/staging.h"

namespace judge {

/// What is kept of `messages`: without the build folder `folder` on the front of paths, and cut in the middle to about
/// 16 KB with a line that says how much is missing. Files have their staged names, for another file of the same content
/// finds the same messages.
std::string kept_messages(std::string_view messages, std::string_view folder);

/// Kept messages for their reader: printable, the staged names put back to the user's own.
std::string readable_messages(std::string_view kept, const Staging& staging);

/// Why a command that ended like this failed: "the compiler was stopped after 30 s", "the compiler ended with exit code
/// 1". Nothing if it succeeded. `limits` are those it ran under; `messages` what it said, which tells a file-size or
/// memory limit that only a child of the compiler met.
std::optional<std::string> failure_reason(const Ending& ending, const Limits& limits, std::string_view messages);

/// True if what failed was the machine: the compiler found no space, and its disk, with `room` left, is the reason. (A
/// program may just as well fill the small temporary folder that a compiler is given.)
bool met_a_full_disk(std::string_view messages, Bytes room);

}  // namespace judge
