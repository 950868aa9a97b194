#include "toolchain/build_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/hash.h"
#include "toolchain/run_commands.h"

namespace judge {

namespace {

const Tool* tool_of(const Language& language, std::string_view word) {
    const auto found =
        std::find_if(language.tools.begin(), language.tools.end(), [&](const Tool& tool) { return tool.word == word; });
    return found == language.tools.end() ? nullptr : &*found;
}

Status find_tools(const Tools& tools, Runner& runner, BuildJob& job) {
    for (const Tool* tool : tools_in_use(*job.language, job.recipe)) {
        Result<FoundTool> found = tools.find(*tool, runner);
        if (!found) {
            Error error = std::move(found).error();
            if (error.code == ErrorCode::tool_missing && error.hint.empty()) error.hint = install_hint(*job.language);
            return error;
        }
        job.tools.emplace(tool->word, std::move(*found));
    }
    return Done{};
}

/// A name that no program takes for a flag.
std::string safe_name(const std::string& name) {
    return name.starts_with('-') ? "./" + name : name;
}

std::vector<std::string> source_names(const BuildJob& job) {
    std::vector<std::string> names;
    for (const StagedFile& file : job.staging.sources) {
        const auto& patterns = job.language->files;
        const bool fits = std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
            return glob_matches(pattern, file_name(file.name));
        });
        if (names.empty() || fits) names.push_back(safe_name(file.name));
    }
    return names;
}

Substitutions names_in_commands(const BuildJob& job) {
    const std::vector<std::string> sources = source_names(job);
    return {{"{source}", sources},
            {"{class}", {job.staging.entry.class_name}},
            {"{stem}", {std::string(stem(sources.front()))}}};
}

Result<Command> output_words(const BuildJob& job, const std::string& command, Runner& runner) {
    JUDGE_ASSIGN(words, split_words(command));
    JUDGE_ASSIGN(outcome, run_command_for_output(job, words, runner));
    if (outcome.find_first_not_of(" \n") == std::string::npos) return Command{};
    std::replace(outcome.begin(), outcome.end(), '\n', ' ');
    return split_words(outcome);
}

Status fill_commands(BuildJob& job, Runner& runner) {
    Substitutions values = names_in_commands(job);
    for (const std::string& line : job.recipe.compile) {
        JUDGE_ASSIGN(words, split_words(line));
        for (const std::string& word : words) {
            const auto found = job.language->outputs.find(word.size() > 2 ? word.substr(1, word.size() - 2) : "");
            if (found == job.language->outputs.end() || values.contains(word)) continue;
            JUDGE_ASSIGN(output, output_words(job, found->second, runner));
            values[word] = std::move(output);
        }
        job.commands.push_back(substitute(words, values));
    }
    return Done{};
}

bool chooses_linker(const Command& command) {
    return std::any_of(command.begin(), command.end(), [](const std::string& word) {
        return word.starts_with("-flto") || word.starts_with("-fuse-ld") || word == "-c";
    });
}

void add_extra_words(const Tools& tools, BuildJob& job) {
    if (job.commands.empty()) return;
    const Language& language = *job.language;
    if (!language.dependencies.empty()) {
        job.extra = substitute(language.dependencies, {{"{dependencies}", {kDependencyFile}}});
        job.writes_dependencies = true;
    }
    const bool linker = !language.linker.program.empty() && tools.has(language.linker.program);
    if (linker && !chooses_linker(job.commands.front())) {
        job.extra.insert(job.extra.end(), language.linker.flags.begin(), language.linker.flags.end());
    }
}

}  // namespace

std::vector<const Tool*> tools_in_use(const Language& language, const Recipe& recipe) {
    std::vector<std::string> commands = recipe.compile;
    for (const auto& [name, command] : language.outputs) {
        const std::string placeholder = "{" + name + "}";
        const bool used = std::any_of(recipe.compile.begin(), recipe.compile.end(), [&](const std::string& line) {
            return line.find(placeholder) != std::string::npos;
        });
        if (used) commands.push_back(command);
    }
    commands.push_back(recipe.run);
    std::vector<const Tool*> used;
    for (const std::string& command : commands) {
        const Tool* tool = tool_of(language, command.substr(0, command.find(' ')));
        if (tool && std::find(used.begin(), used.end(), tool) == used.end()) used.push_back(tool);
    }
    return used;
}

std::string install_hint(const Language& language) {
    if (language.packages.empty()) return language.note;
    std::string packages;
    for (const std::string& package : language.packages) packages += " " + package;
    return "sudo apt-get install" + packages;
}

Result<BuildJob> prepare_job(const CompileRequest& request, const Tools& tools, Runner& runner) {
    BuildJob job;
    job.language = request.language;
    job.recipe = recipe_of(*request.language, *request.profile);
    job.limits = compile_limits(*request.language);
    JUDGE_ASSIGN(staging, stage(request.files, *request.language, job.recipe.source, request.entry));
    job.staging = std::move(staging);
    for (const StagedFile& header : job.staging.headers) job.header_hashes[header.name] = hash_of(header.text);
    JUDGE_TRY(find_tools(tools, runner, job));
    JUDGE_TRY(fill_commands(job, runner));
    if (request.debug == Debug::yes && !job.commands.empty()) {
        const std::vector<std::string>& words = request.language->debug;
        job.commands.front().insert(job.commands.front().end(), words.begin(), words.end());
    }
    add_extra_words(tools, job);
    return job;
}

std::string direct_key(const BuildJob& job) {
    Hasher hasher;
    hasher.add_field("judge build 3");
    for (const StagedFile& file : job.staging.sources) {
        hasher.add_field(file.name);
        hasher.add_field(file.text);
    }
    hasher.add_field("headers");
    for (const auto& [name, hash] : job.header_hashes) {
        hasher.add_field(name);
        // A compiler that tells what it read is believed; for any other each header counts.
        if (!job.writes_dependencies) hasher.add_field(hash);
    }
    for (const Command& command : job.commands) {
        hasher.add_field("command");
        for (const std::string& word : command) hasher.add_field(word);
    }
    hasher.add_field("extra");
    for (const std::string& word : job.extra) hasher.add_field(word);
    for (const auto& [name, value] : job.recipe.environment) hasher.add_field(name + "=" + value);
    // What only runs the program does not change what is compiled.
    std::set<std::string> compiling;
    for (const Command& command : job.commands) compiling.insert(command.front());
    for (const auto& [word, tool] : job.tools) {
        if (compiling.contains(word)) hasher.add_field(word + " " + tool.identity);
    }
    return hasher.hex();
}

Command shown_compile_command(const BuildJob& job) {
    Command shown;
    for (const Command& command : job.commands) {
        if (!shown.empty()) shown.push_back("&&");
        shown.insert(shown.end(), command.begin(), command.end());
    }
    return shown;
}

Command shown_run_command(const BuildJob& job) {
    const Result<Command> words = split_words(job.recipe.run);
    if (!words) return {};
    Command shown = substitute(*words, names_in_commands(job));
    for (std::string& word : shown) {
        if (!word.starts_with("{dir}")) continue;
        const bool first = &word == &shown.front();
        word = word == "{dir}" ? "." : (first ? "./" : "") + word.substr(6);
    }
    return shown;
}

Command run_command(const BuildJob& job, const std::string& files) {
    const Result<Command> words = split_words(job.recipe.run);
    if (!words) return {};
    Substitutions values = names_in_commands(job);
    values["{source}"].resize(1);
    values["{dir}"] = {files};
    Command command = substitute(*words, values);
    if (const auto tool = job.tools.find(command.front()); tool != job.tools.end()) command.front() = tool->second.path;
    return command;
}

std::vector<std::string> environment_of(const BuildJob& job, const std::string& folder) {
    std::vector<FoundTool> tools;
    for (const auto& [word, tool] : job.tools) tools.push_back(tool);
    std::vector<std::string> environment = base_environment(tools);
    const Substitutions values = {{"{dir}", {folder}}, {"{build}", {folder}}};
    for (const auto& [name, value] : job.recipe.environment) {
        environment.push_back(name + "=" + substitute({value}, values).front());
    }
    return environment;
}

std::vector<std::string> tool_folders(const BuildJob& job) {
    std::vector<std::string> folders;
    for (const auto& [word, tool] : job.tools) {
        for (const std::string& folder : tool.readable) {
            if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
        }
    }
    return folders;
}

}  // namespace judge
