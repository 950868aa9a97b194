#pragma once

// The headers that a compilation really read, so that an edit to one of them, and nothing else, leads to a new
// compilation. A direct key (sources, commands, compiler) leads to a manifest; each variant of it names headers with
// their content, and the key of the result they led to. The idea is ccache's direct mode.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"

namespace judge {

struct Dependency {
    std::string path;  // absolute, or relative: a staged header
    std::string hash;
    std::uint64_t size = 0;
    // Of the file when it was hashed. Equal times and size spare a second reading; other times only lead to it. 0 = not
    // to be trusted: the file had changed so recently that its times may not show a further change.
    std::int64_t modified_ns = 0, changed_ns = 0;

    bool operator==(const Dependency&) const = default;
};

struct ManifestVariant {
    std::string result_key;
    std::vector<Dependency> dependencies;

    bool operator==(const ManifestVariant&) const = default;
};

/// Content hashes of the staged headers, by name.
using StagedHashes = std::map<std::string, std::string, std::less<>>;

/// The prerequisites of a make rule as compilers write it with -MD, unescaped, without doubles.
/// Source: gcc(1) -MD, -MF; GNU make manual, "Rule Syntax".
std::vector<std::string> parse_make_rule(std::string_view rule);

/// Hashes `paths` as they are now; those that cannot be read are left out.
std::vector<Dependency> read_dependencies(const std::vector<std::string>& paths, const StagedHashes& staged);

/// True if every dependency is now as it was.
bool dependencies_hold(const std::vector<Dependency>& dependencies, const StagedHashes& staged);

/// The key of the result of a compilation whose direct key and dependencies these are.
std::string result_key(const std::string& direct_key, const std::vector<Dependency>& dependencies);

/// Text form; parse answers nothing for a text that is not a manifest. At most 8 variants, the newest first.
std::string write_manifest(const std::vector<ManifestVariant>& variants);
std::vector<ManifestVariant> parse_manifest(std::string_view text);
void add_variant(std::vector<ManifestVariant>& variants, ManifestVariant variant);

}  // namespace judge
