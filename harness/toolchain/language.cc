#include "toolchain/language.h"

#include <cmath>

namespace judge {

namespace {

Nanos adjusted(Nanos base, const ProfileEntry& entry) {
    return Nanos(std::llround(static_cast<double>(base.count()) * entry.cpu_multiply)) + entry.cpu_add;
}

Bytes adjusted(Bytes base, const ProfileEntry& entry) {
    const double scaled = static_cast<double>(base.count) * entry.memory_multiply;
    return Bytes{static_cast<std::uint64_t>(std::llround(scaled))} + entry.memory_add;
}

}  // namespace

Recipe recipe_of(const Language& language, const Profile& profile) {
    Recipe recipe{language.compile, language.run, language.source, language.environment, true};
    const auto found = profile.languages.find(language.id);
    if (found == profile.languages.end()) {
        recipe.offered = profile.offers_all;
        return recipe;
    }
    const ProfileEntry& entry = found->second;
    if (entry.compile) recipe.compile = *entry.compile;
    if (entry.run) recipe.run = *entry.run;
    if (entry.source) recipe.source = *entry.source;
    if (entry.environment) recipe.environment = *entry.environment;
    return recipe;
}

Limits effective_limits(const Limits& base, const Language& language, const Profile& profile, LanguageExtra extra) {
    Limits limits = base;
    const auto found = profile.languages.find(language.id);
    if (extra == LanguageExtra::no || found == profile.languages.end()) return limits;
    if (limits.cpu_time) limits.cpu_time = adjusted(*limits.cpu_time, found->second);
    if (limits.wall_time) limits.wall_time = adjusted(*limits.wall_time, found->second);
    if (limits.memory) limits.memory = adjusted(*limits.memory, found->second);
    return limits;
}

}  // namespace judge
