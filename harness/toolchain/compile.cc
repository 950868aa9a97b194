#include "toolchain/compile.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/hash.h"
#include "toolchain/build_folder.h"
#include "toolchain/build_job.h"
#include "toolchain/diagnostics.h"
#include "toolchain/file_access.h"
#include "toolchain/precompiled.h"
#include "toolchain/results.h"
#include "toolchain/run_commands.h"
#include "toolchain/source_text.h"
#include "toolchain/web_text.h"

namespace judge {

namespace {

/// Dependencies of what was just compiled. After a failure compilers name none: then every staged header counts.
std::vector<std::string> dependency_paths(const BuildJob& job, const std::string& folder, bool ok,
                                          const std::optional<PrecompiledHeader>& header) {
    std::vector<std::string> paths;
    const Result<std::string> rule = read_file(join_path(folder, kDependencyFile), mib(16));
    if (ok && job.writes_dependencies && rule) {
        for (std::string& path : parse_make_rule(*rule)) {
            const bool source = std::any_of(job.staging.sources.begin(), job.staging.sources.end(),
                                            [&](const StagedFile& file) { return file.name == path; });
            const bool from_header = header && path.starts_with(header->folder);
            if (!source && !from_header) paths.push_back(std::move(path));
        }
    } else {
        for (const auto& [name, hash] : job.header_hashes) paths.push_back(name);
    }
    if (ok && header) {
        for (const std::string& path : header->dependencies) {
            if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
        }
    }
    return paths;
}

struct Attempt {
    CommandsOutcome outcome;
    BuildFolder folder;
};

Result<Attempt> attempt(const BuildJob& job, const std::optional<PrecompiledHeader>& header, const Cache& cache,
                        Runner& runner) {
    Attempt made;
    JUDGE_ASSIGN(folder, cache.make_build_folder());
    made.folder = std::move(folder);
    JUDGE_TRY(write_staging(job.staging, made.folder.files()));
    std::vector<Command> commands = job.commands;
    if (!commands.empty()) {
        commands.front().insert(commands.front().end(), job.extra.begin(), job.extra.end());
        if (header) commands.front().insert(commands.front().end(), header->use.begin(), header->use.end());
    }
    std::vector<std::string> readable;
    if (header) readable.push_back(header->folder);
    JUDGE_ASSIGN(outcome, run_commands(job, commands, made.folder.files(), readable, runner));
    made.outcome = std::move(outcome);
    return made;
}

struct Built {
    CacheEntry entry;
    std::string key;
    bool from_cache = false;
};

/// Where a failure is kept: one that had its cause in how the compiler was contained must not outlive a change of that.
std::string key_of_failure(const std::string& key, const Containment& containment) {
    Hasher hasher;
    hasher.add_field(key);
    for (const Containment::Mechanism& mechanism : containment.mechanisms)
        if (mechanism.active) hasher.add_field(mechanism.id);
    return hasher.hex();
}

/// Compiles for real and keeps the result, unless a limit stopped the compiler.
Result<Built> build(const BuildJob& job, const std::string& key, const Cache& cache, Runner& runner) {
    JUDGE_ASSIGN(header, precompiled_for(job, cache, runner));
    JUDGE_ASSIGN(made, attempt(job, header, cache, runner));
    if (header && made.outcome.failure) {
        // Whatever a precompiled header might do to the messages, or break: what counts is the plain command.
        header.reset();
        JUDGE_ASSIGN(again, attempt(job, header, cache, runner));
        made = std::move(again);
    }
    CacheRecord record;
    record.ok = !made.outcome.failure;
    record.reason = made.outcome.failure.value_or("");
    record.log = kept_messages(made.outcome.messages, made.folder.files());
    record.wall = made.outcome.wall;
    if (made.outcome.stopped) return Built{{record, ""}, key, false};
    // A full disk is the machine's failure: kept as the program's, it would outlive its cure.
    if (const Result<Bytes> room = free_room(cache.folder());
        !record.ok && room && met_a_full_disk(made.outcome.messages, *room))
        return Error{ErrorCode::io,
                     fmt::format("cannot compile '{}': no space is left on the disk of '{}'",
                                 file_name(job.staging.sources.front().original), cache.folder()),
                     "make room there: judge cache clear empties the cache, XDG_CACHE_HOME names another place"};
    const std::vector<std::string> paths = dependency_paths(job, made.folder.files(), record.ok, header);
    std::vector<Dependency> dependencies = read_dependencies(paths, job.header_hashes);
    if (!record.ok) {  // nothing that a failed compiler left is worth its room
        JUDGE_TRY(remove_tree(made.folder.files()));
        JUDGE_TRY(make_open_folder(made.folder.files()));
    }
    const std::string place = record.ok ? key : key_of_failure(key, runner.containment());
    JUDGE_ASSIGN(kept, keep_result(cache, place, record, std::move(dependencies), std::move(made.folder)));
    kept.entry.record = std::move(record);
    return Built{std::move(kept.entry), kept.key, false};
}

Result<Built> find_or_build(const BuildJob& job, const Cache& cache, Runner& runner) {
    const std::string key = direct_key(job);
    for (const std::string& place : {key, key_of_failure(key, runner.containment())})
        if (auto found = find_result(cache, place, job.header_hashes))
            return Built{std::move(found->entry), found->key, true};
    return build(job, key, cache, runner);
}

std::string main_version(const BuildJob& job) {
    for (const Tool& tool : job.language->tools) {
        const auto found = job.tools.find(tool.word);
        if (found != job.tools.end() && !found->second.version.empty()) return found->second.version;
    }
    return "";
}

Build build_facts(const BuildJob& job, const Built& built) {
    Build facts;
    facts.language_id = job.language->id;
    facts.language_name = job.language->name;
    facts.compiler_version = main_version(job);
    facts.compile_command = shown_compile_command(job);
    facts.run_command = shown_run_command(job);
    facts.key = built.key;
    facts.from_cache = built.from_cache;
    facts.wall = built.from_cache ? Nanos{} : built.entry.record.wall;
    facts.log = readable_messages(built.entry.record.log, job.staging);
    return facts;
}

Executable executable_of(const BuildJob& job, const Built& built, const Build& facts) {
    Executable executable;
    executable.key = built.key;
    executable.dir = built.entry.files;
    executable.argv = run_command(job, built.entry.files);
    executable.env = environment_of(job, built.entry.files);
    executable.readable = tool_folders(job);
    executable.readable.insert(executable.readable.begin(), built.entry.files);
    executable.processes = job.language->processes;
    executable.language_id = job.language->id;
    executable.build = facts;
    return executable;
}

void add_findings_of_profile(const CompileRequest& request, const BuildJob& job, std::vector<Finding>& findings) {
    if (!job.recipe.offered) {
        findings.push_back({Severity::note, "not-offered",
                            fmt::format("{} has no language '{}': its usual commands stand in", request.profile->name,
                                        request.language->name),
                            "name another language with --language, or another judge with --profile"});
    }
    const std::string& wanted = request.profile->main_class;
    const std::string& found = job.staging.entry.class_name;
    if (!wanted.empty() && !found.empty() && found != wanted) {
        findings.push_back(
            {Severity::warning, "class-name",
             fmt::format("{} starts the class {}, and this program begins in {}", request.profile->name, wanted, found),
             fmt::format("name the class {} and leave out the package line before submitting", wanted)});
    }
}

// A site is sent UTF-8, and so is the compiler here: a comment that says otherwise is believed all the same.
void add_finding_of_encoding(const StagedFile& source, std::vector<Finding>& findings) {
    const std::string encoding = declared_encoding(source.text);
    for (const char* harmless : {"", "utf-8", "utf8", "ascii", "us-ascii"})
        if (encoding == harmless) return;
    const bool plain = std::all_of(source.text.begin(), source.text.end(), [](unsigned char c) { return c < 0x80; });
    if (plain) return;
    findings.push_back(
        {Severity::warning, "declared-encoding",
         fmt::format("'{}' says that it is written in '{}', and is judged as UTF-8, as by a site that it is "
                     "pasted into: its texts will be misread",
                     file_name(source.original), encoding),
         "remove that comment"});
}

void add_findings_of_text(const CompileRequest& request, const BuildJob& job, std::vector<Finding>& findings) {
    if (request.language->heeds_declared_encoding) add_finding_of_encoding(job.staging.sources.front(), findings);
    if (request.file_access == FileAccess::refused) {
        for (const StagedFile& source : job.staging.sources) {
            if (auto finding = find_file_access(source, *request.language, job.commands)) {
                findings.push_back(std::move(*finding));
            }
        }
    }
}

/// A source that is no text: to the contestant a compile error like any other.
CompileOutcome refused_source(const CompileRequest& request, const Error& error) {
    CompileOutcome outcome;
    outcome.reason = error.message;
    outcome.build.language_id = request.language->id;
    outcome.build.language_name = request.language->name;
    outcome.build.log = to_text(error) + "\n";
    return outcome;
}

Error cannot_run(const CompileRequest& request) {
    return {ErrorCode::unsupported,
            fmt::format("cannot run '{}', a program in {}: {}", file_name(request.files.front()),
                        request.language->name, request.language->cannot_run),
            "if it is in another language, name that with --language"};
}

}  // namespace

Limits compile_limits(const Language& language) {
    Limits limits;
    limits.cpu_time = std::chrono::seconds(30);
    limits.wall_time = std::chrono::seconds(120);
    limits.memory = gib(2);
    limits.output = mib(4);
    limits.file_size = mib(512);
    limits.processes = 128;
    return merged(limits, language.limits);
}

Result<CompileOutcome> compile(const CompileRequest& request, const Cache& cache, const Tools& tools, Runner& runner) {
    Result<BuildJob> prepared = prepare_job(request, tools, runner);
    if (!prepared) {
        if (prepared.error().code == ErrorCode::bad_input) return refused_source(request, prepared.error());
        return std::move(prepared).error();
    }
    BuildJob& job = *prepared;
    CompileOutcome outcome;
    outcome.findings = job.staging.findings;
    if (request.repair == Repair::yes) repair_sources(job.staging, *request.language, outcome.findings);
    JUDGE_ASSIGN(built, find_or_build(job, cache, runner));
    if (built.entry.record.ok && !request.language->cannot_run.empty()) return cannot_run(request);
    outcome.ok = built.entry.record.ok;
    outcome.reason = built.entry.record.reason;
    outcome.build = build_facts(job, built);
    if (outcome.ok) {
        outcome.executable = executable_of(job, built, outcome.build);
    } else {
        add_web_findings(job.staging, *request.language, outcome.findings);
    }
    add_findings_of_profile(request, job, outcome.findings);
    add_findings_of_text(request, job, outcome.findings);
    return outcome;
}

}  // namespace judge
