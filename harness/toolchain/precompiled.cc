#include "toolchain/precompiled.h"

#include <algorithm>

#include "base/files.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "toolchain/build_folder.h"
#include "toolchain/results.h"
#include "toolchain/run_commands.h"
#include "toolchain/scanner.h"

namespace judge {

namespace {

/// The words of the compile command that may decide what a header means: without tool, sources, output and libraries.
/// (-static does: clang defines __STATIC__ by it.)
Command meaning_flags(const BuildJob& job) {
    const Command& command = job.commands.front();
    Command flags;
    for (std::size_t i = 1; i < command.size(); ++i) {
        const std::string& word = command[i];
        const auto is_it = [&](const StagedFile& file) { return file.name == word; };
        if (word == "-o" || word == "-x") {
            ++i;
        } else if (word != "-pipe" && !word.starts_with("-l") &&
                   std::none_of(job.staging.sources.begin(), job.staging.sources.end(), is_it)) {
            flags.push_back(word);
        }
    }
    return flags;
}

std::string key_of(const BuildJob& job, const Command& build, const Command& flags) {
    Hasher hasher;
    hasher.add_field("judge precompiled 1");
    hasher.add_field(job.tools.at(job.commands.front().front()).identity);
    for (const Command* words : {&build, &flags}) {
        for (const std::string& word : *words) hasher.add_field(word);
    }
    return hasher.hex();
}

/// Nothing where the compiler refused to make it, which the cache remembers too.
std::optional<PrecompiledHeader> ready(const BuildJob& job, const FoundResult& found) {
    if (!found.entry.record.ok) return std::nullopt;
    PrecompiledHeader header;
    header.folder = found.entry.files;
    header.use = substitute(job.language->precompiled.use, {{"{dir}", {header.folder}}});
    for (const Dependency& one : found.dependencies) header.dependencies.push_back(one.path);
    return header;
}

/// Where the header lies, and all that it includes, as the compiler itself says.
Result<std::vector<std::string>> header_files(const BuildJob& job, const Command& flags, Runner& runner) {
    Command ask = {job.commands.front().front(), "-x", "c++", "-M"};
    ask.insert(ask.end(), flags.begin(), flags.end());
    ask.insert(ask.end(), {"-include", job.language->precompiled.header, "/dev/null"});
    JUDGE_ASSIGN(rule, run_command_for_output(job, ask, runner));
    std::vector<std::string> files = parse_make_rule(rule);
    std::erase(files, "/dev/null");
    return files;
}

/// Builds the header; nothing if the compiler refuses.
Result<std::optional<PrecompiledHeader>> make(const BuildJob& job, const std::string& key, const Command& build,
                                              const Command& flags, const Cache& cache, Runner& runner) {
    const Result<std::vector<std::string>> files = header_files(job, flags, runner);
    if (!files && files.error().code != ErrorCode::bad_input) return files.error();
    if (!files) return std::optional<PrecompiledHeader>();
    const std::string ending = "/" + job.language->precompiled.header;
    const auto header =
        std::find_if(files->begin(), files->end(), [&](const std::string& path) { return path.ends_with(ending); });
    if (header == files->end()) return std::optional<PrecompiledHeader>();

    JUDGE_ASSIGN(folder, cache.make_build_folder());
    for (std::size_t slash = job.language->precompiled.header.find('/'); slash != std::string::npos;
         slash = job.language->precompiled.header.find('/', slash + 1)) {
        const std::string part = job.language->precompiled.header.substr(0, slash);
        JUDGE_TRY(make_open_folder(join_path(folder.files(), part)));
    }
    const Command command = substitute(build, {{"{header}", {*header}}, {"{flags}", flags}, {"{dir}", {"."}}});
    // The header is the system's own: what a row grants to contestants' sources does not bound it.
    BuildJob trusted = job;
    trusted.limits = compile_limits(Language{});
    JUDGE_ASSIGN(outcome, run_commands(trusted, {command}, folder.files(), {}, runner));
    CacheRecord record;
    record.ok = !outcome.failure;
    record.reason = outcome.failure.value_or("");
    record.log = printable(outcome.messages);
    record.wall = outcome.wall;
    if (outcome.stopped) return std::optional<PrecompiledHeader>();
    JUDGE_ASSIGN(found, keep_result(cache, key, record, read_dependencies(*files, {}), std::move(folder)));
    return ready(job, found);
}

}  // namespace

bool begins_with_include(std::string_view text, std::string_view header) {
    const std::string code = without_comments(text, "c");
    std::string_view rest = code;
    const auto take = [&](std::string_view word) {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n"), rest.size()));
        if (!rest.starts_with(word)) return false;
        rest.remove_prefix(word.size());
        return true;
    };
    return take("#") && take("include") && take("<") && take(header) && take(">");
}

Result<std::optional<PrecompiledHeader>> precompiled_for(const BuildJob& job, const Cache& cache, Runner& runner) {
    const Precompiled& row = job.language->precompiled;
    if (row.header.empty() || job.commands.empty()) return std::optional<PrecompiledHeader>();
    if (!begins_with_include(job.staging.sources.front().text, row.header)) return std::optional<PrecompiledHeader>();
    JUDGE_ASSIGN(build, split_words(row.build));
    const Command flags = meaning_flags(job);
    const std::string key = key_of(job, build, flags);
    if (auto found = find_result(cache, key, {})) return ready(job, *found);
    JUDGE_ASSIGN(lock, cache.lock_key(key));
    if (auto found = find_result(cache, key, {})) return ready(job, *found);
    return make(job, key, build, flags, cache, runner);
}

}  // namespace judge
