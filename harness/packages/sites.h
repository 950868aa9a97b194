#pragma once

// The online judges that problems come from: ids from addresses and addresses from ids.

#include <string>
#include <string_view>

namespace judge {

/// "boj-1000", "codeforces-4-a", "atcoder-abc100-a", "kattis-hello", "jungol-1824" of a problem's address. For
/// sites that are not known the host's own name and the last part of the path; "" for what is no address of a page.
std::string id_from_url(std::string_view url);

/// The problem's address for ids of the form above where it follows from them, else "".
std::string url_from_id(std::string_view id);

/// An id for a package called `name`: "boj-1000" for "1000" or "BOJ 1000", else the name made safe.
std::string id_from_name(std::string_view name);

/// "jungol" for Jungol's problems, "boj" for BOJ's, else "local".
std::string profile_of_id(std::string_view id);

}  // namespace judge
