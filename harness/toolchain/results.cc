#include "toolchain/results.h"

#include <algorithm>

namespace judge {

namespace {

std::vector<ManifestVariant> variants_of(const Cache& cache, const std::string& direct_key) {
    return parse_manifest(cache.read_note("manifests", direct_key).value_or(""));
}

}  // namespace

std::optional<FoundResult> find_result(const Cache& cache, const std::string& direct_key, const StagedHashes& staged) {
    for (ManifestVariant& variant : variants_of(cache, direct_key)) {
        if (!dependencies_hold(variant.dependencies, staged)) continue;
        if (auto entry = cache.find(variant.result_key)) {
            return FoundResult{std::move(*entry), variant.result_key, std::move(variant.dependencies)};
        }
    }
    return std::nullopt;
}

Result<FoundResult> keep_result(const Cache& cache, const std::string& direct_key, const CacheRecord& record,
                                std::vector<Dependency> dependencies, BuildFolder build) {
    FoundResult found;
    found.key = result_key(direct_key, dependencies);
    found.dependencies = std::move(dependencies);
    JUDGE_ASSIGN(entry, cache.put(found.key, record, std::move(build)));
    found.entry = std::move(entry);
    const bool writable = std::none_of(found.dependencies.begin(), found.dependencies.end(),
                                       [](const Dependency& one) { return one.path.find('\n') != std::string::npos; });
    if (!writable) return found;  // a manifest has one line for each: this compilation is not found again
    std::vector<ManifestVariant> variants = variants_of(cache, direct_key);
    add_variant(variants, {found.key, found.dependencies});
    cache.write_note("manifests", direct_key, write_manifest(variants));
    return found;
}

}  // namespace judge
