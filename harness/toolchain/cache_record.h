#pragma once

// The text form of a cache entry's record: what was said of the compilation, and the sizes by which a damaged entry is
// known.

#include <optional>
#include <string>
#include <string_view>

#include "toolchain/cache.h"

namespace judge {

/// `record` and the sizes of all regular files below `files`.
std::string write_record(const CacheRecord& record, const std::string& files);

/// Reads what write_record wrote. Nothing if `text` is not such a record, or a file below `files` is absent or has
/// another size.
std::optional<CacheRecord> read_record(const std::string& text, const std::string& files);

}  // namespace judge
