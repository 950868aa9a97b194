#include "toolchain/toolchain.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "toolchain/build_job.h"
#include "toolchain/detect.h"
#include "toolchain/tables.h"
#include "toolchain/words.h"

namespace judge {

struct Toolchain::State {
    State(Tables read_tables, Cache opened_cache, Environment environment)
        : tables(std::move(read_tables)), cache(std::move(opened_cache)), tools(std::move(environment), cache) {}

    Tables tables;
    Cache cache;
    Tools tools;
    std::vector<Finding> findings;
};

namespace {

/// Tries it: access(2) refuses X_OK for a file on a mount with noexec, even to root.
bool may_start_programs(const std::string& folder) {
    const Result<TempDir> trial = TempDir::make("trial-", join_path(folder, "tmp"));
    if (!trial) return false;
    const std::string program = *trial / "program";
    if (!open_file(program, O_WRONLY | O_CREAT, 0700)) return false;
    return access(program.c_str(), X_OK) == 0;
}

Finding noexec_finding(const std::string& refused, const std::string& taken) {
    return {
        Severity::warning, "cache-noexec",
        fmt::format("programs in '{}' may not be started (mounted noexec): '{}' is the cache instead", refused, taken),
        "name a cache folder on another file system with XDG_CACHE_HOME"};
}

/// The first of the folders where what is compiled can also be started.
Result<Cache> open_cache(const ToolchainOptions& options, std::vector<Finding>& findings) {
    JUDGE_ASSIGN(cache, Cache::open(options.cache_dir, options.cache_bound));
    if (may_start_programs(cache.folder())) return cache;
    for (const std::string& folder : options.fallback_cache_dirs) {
        Result<Cache> other = Cache::open(folder, options.cache_bound);
        if (!other || !may_start_programs(other->folder())) continue;
        findings.push_back(noexec_finding(cache.folder(), other->folder()));
        return other;
    }
    return Error{
        ErrorCode::io,
        fmt::format("cannot use the cache '{}': programs in it may not be started (mounted noexec)", cache.folder()),
        "name a cache folder on another file system with XDG_CACHE_HOME"};
}

std::string shown(const std::vector<std::string>& commands, const std::string& source) {
    std::string line;
    const Substitutions values = {{"{source}", {source}},
                                  {"{stem}", {std::string(stem(source))}},
                                  {"{class}", {std::string(stem(source))}},
                                  {"{dir}", {"."}}};
    for (const std::string& command : commands) {
        const Result<std::vector<std::string>> words = split_words(command);
        if (!words) continue;
        line += (line.empty() ? "" : " && ") + join_words(substitute(*words, values));
    }
    return line;
}

ToolFacts facts_of(const Language& language, const Profile& profile) {
    ToolFacts facts;
    facts.language = &language;
    const Recipe recipe = recipe_of(language, profile);
    facts.offered = recipe.offered;
    facts.compile_command = shown(recipe.compile, recipe.source);
    facts.run_command = shown({recipe.run}, recipe.source);
    return facts;
}

}  // namespace

Toolchain::Toolchain(std::unique_ptr<State> state) : state_(std::move(state)) {}
Toolchain::Toolchain(Toolchain&&) noexcept = default;
Toolchain::~Toolchain() = default;

Result<Toolchain> Toolchain::open(const ToolchainOptions& options) {
    JUDGE_ASSIGN(tables, load_tables(options.language_files, options.profile_files));
    std::vector<Finding> findings;
    JUDGE_ASSIGN(cache, open_cache(options, findings));
    auto state = std::make_unique<State>(std::move(tables), std::move(cache), options.environment);
    state->findings = std::move(findings);
    return Toolchain(std::move(state));
}

const std::vector<Language>& Toolchain::languages() const {
    return state_->tables.languages;
}
const Language* Toolchain::language(std::string_view id) const {
    return language_called(id, state_->tables);
}
const Profile* Toolchain::profile(std::string_view id) const {
    return state_->tables.profile(id);
}
const std::vector<Profile>& Toolchain::profiles() const {
    return state_->tables.profiles;
}
const Cache& Toolchain::cache() const {
    return state_->cache;
}
const std::vector<Finding>& Toolchain::findings() const {
    return state_->findings;
}

Result<const Language*> Toolchain::detect(const Submission& submission, const Profile& profile,
                                          std::vector<Finding>& findings) const {
    return detect_language(submission, profile, state_->tables, findings);
}

Result<CompileOutcome> Toolchain::compile(const CompileRequest& request, Runner& runner) const {
    return judge::compile(request, state_->cache, state_->tools, runner);
}

Result<ToolFacts> Toolchain::facts(const Language& language, const Profile& profile, Runner& runner) const {
    ToolFacts facts = facts_of(language, profile);
    facts.installed = true;
    for (const Tool* tool : tools_in_use(language, recipe_of(language, profile))) {
        Result<FoundTool> found = state_->tools.find(*tool, runner);
        if (!found && found.error().code != ErrorCode::tool_missing) return std::move(found).error();
        if (!found) {
            facts.installed = false;
            facts.missing = found.error().message;
            facts.remedy = install_hint(language);
            break;
        }
        if (facts.path.empty()) facts.path = found->path;
        if (facts.version.empty()) facts.version = found->version;
    }
    return facts;
}

}  // namespace judge
