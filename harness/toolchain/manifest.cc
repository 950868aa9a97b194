#include "toolchain/manifest.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/hash.h"

namespace judge {

namespace {

constexpr std::string_view kFirstLine = "judge manifest 1";
constexpr std::size_t kMostVariants = 8;
// File systems keep times in steps of up to 10 ms, network ones of a second.
constexpr std::int64_t kSettleNs = 2'000'000'000;

std::int64_t nanos(const struct timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::int64_t now_ns() {
    struct timespec now = {};
    clock_gettime(CLOCK_REALTIME, &now);
    return nanos(now);
}

std::optional<Dependency> read_one(const std::string& path, const StagedHashes& staged) {
    Dependency one;
    one.path = path;
    if (const auto found = staged.find(path); found != staged.end()) {
        one.hash = found->second;
        return one;
    }
    struct stat status = {};
    if (!path.starts_with('/') || stat(path.c_str(), &status) != 0) return std::nullopt;
    const auto text = read_file(path);
    if (!text) return std::nullopt;
    one.hash = hash_of(*text);
    one.size = static_cast<std::uint64_t>(status.st_size);
    const std::int64_t modified = nanos(status.st_mtim);
    const std::int64_t changed = nanos(status.st_ctim);
    if (std::max(modified, changed) + kSettleNs < now_ns()) {
        one.modified_ns = modified;
        one.changed_ns = changed;
    }
    return one;
}

bool holds(const Dependency& one, const StagedHashes& staged) {
    if (!one.path.starts_with('/')) {
        const auto found = staged.find(one.path);
        return found != staged.end() && found->second == one.hash;
    }
    struct stat status = {};
    if (stat(one.path.c_str(), &status) != 0 || static_cast<std::uint64_t>(status.st_size) != one.size) return false;
    const bool same_times =
        one.changed_ns != 0 && nanos(status.st_mtim) == one.modified_ns && nanos(status.st_ctim) == one.changed_ns;
    if (same_times) return true;
    const auto text = read_file(one.path);
    return text && hash_of(*text) == one.hash;
}

template <typename Number>
bool take_number(std::string_view& line, Number& value) {
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error != std::errc() || end == line.data() + line.size() || *end != ' ') return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
    return true;
}

std::optional<Dependency> parse_dependency(std::string_view line) {
    Dependency one;
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    one.hash = line.substr(0, blank);
    line.remove_prefix(blank + 1);
    if (!take_number(line, one.size) || !take_number(line, one.modified_ns) || !take_number(line, one.changed_ns)) {
        return std::nullopt;
    }
    one.path = line;
    return one;
}

}  // namespace

std::vector<std::string> parse_make_rule(std::string_view rule) {
    const std::size_t colon = rule.find(": ");
    if (colon == std::string_view::npos) return {};
    std::vector<std::string> paths;
    std::set<std::string> known;
    std::string path;
    const auto finish = [&] {
        if (!path.empty() && known.insert(path).second) paths.push_back(path);
        path.clear();
    };
    for (std::size_t at = colon + 2; at < rule.size(); ++at) {
        const char c = rule[at];
        const char next = at + 1 < rule.size() ? rule[at + 1] : '\0';
        if (c == '\\' && next == '\n') {
            finish();
            ++at;
        } else if ((c == '\\' && (next == ' ' || next == '#' || next == '\\')) || (c == '$' && next == '$')) {
            path += next;
            ++at;
        } else if (c == '\n') {
            break;  // further rules are those of -MP
        } else if (c == ' ' || c == '\t') {
            finish();
        } else {
            path += c;
        }
    }
    finish();
    return paths;
}

std::vector<Dependency> read_dependencies(const std::vector<std::string>& paths, const StagedHashes& staged) {
    std::vector<Dependency> dependencies;
    for (const std::string& path : paths) {
        if (auto one = read_one(path, staged)) dependencies.push_back(std::move(*one));
    }
    return dependencies;
}

bool dependencies_hold(const std::vector<Dependency>& dependencies, const StagedHashes& staged) {
    return std::all_of(dependencies.begin(), dependencies.end(),
                       [&](const Dependency& one) { return holds(one, staged); });
}

std::string result_key(const std::string& direct_key, const std::vector<Dependency>& dependencies) {
    Hasher hasher;
    hasher.add_field(direct_key);
    for (const Dependency& one : dependencies) hasher.add_field(one.hash);
    return hasher.hex();
}

std::string write_manifest(const std::vector<ManifestVariant>& variants) {
    std::string text = fmt::format("{}\n", kFirstLine);
    for (const ManifestVariant& variant : variants) {
        text += fmt::format("result {}\n", variant.result_key);
        for (const Dependency& one : variant.dependencies) {
            text += fmt::format("{} {} {} {} {}\n", one.hash, one.size, one.modified_ns, one.changed_ns, one.path);
        }
    }
    return text + "end\n";
}

std::vector<ManifestVariant> parse_manifest(std::string_view text) {
    std::vector<ManifestVariant> variants;
    bool first = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (std::exchange(first, false)) {
            if (line != kFirstLine) return {};
        } else if (line == "end") {
            return variants;
        } else if (line.starts_with("result ")) {
            variants.push_back({std::string(line.substr(7)), {}});
        } else {
            auto one = parse_dependency(line);
            if (!one || variants.empty()) return {};
            variants.back().dependencies.push_back(std::move(*one));
        }
    }
    return {};  // cut short
}

void add_variant(std::vector<ManifestVariant>& variants, ManifestVariant variant) {
    std::erase_if(variants, [&](const ManifestVariant& one) { return one.result_key == variant.result_key; });
    variants.insert(variants.begin(), std::move(variant));
    if (variants.size() > kMostVariants) variants.resize(kMostVariants);
}

}  // namespace judge
