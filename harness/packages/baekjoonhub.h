#pragma once

// Repositories of the BaekjoonHub browser extension: 백준/<tier>/<number>. <title>/<title>.<ext> with a README.md each,
// or the same below a folder a language. Source: BaekjoonHub/BaekjoonHub scripts/baekjoon/parsing.js and util.js, read
// 2026-11-30.

#include "packages/imported.h"

namespace judge {

bool is_baekjoonhub(const Source& source);

/// A problem a number, without cases: title, tier, link, tags, what BOJ reported, and limits where the README gives
/// them; each source as a submission that must be accepted. Errors: bad_input - nothing of BOJ in it.
Result<std::vector<Imported>> read_baekjoonhub(const Source& source);

/// What a README.md of the extension says; absent parts are empty.
struct HubReadme {
    std::string title, tier, url, tags, date;
    std::string time_ms, memory_kb;  // of the submission, as BOJ reported them
    Limits limits;
    bool language_extra = true;
};
HubReadme parse_hub_readme(std::string_view text);

}  // namespace judge
