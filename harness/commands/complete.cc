// judge completion: scripts for the shells; they ask `judge complete` what may stand where the cursor is, which reads
// it off the table of commands itself.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "commands/context.h"
#include "commands/workbench.h"
#include "packages/native.h"
#include "report/formats.h"

namespace judge {
namespace {

constexpr const char* kBash = R"sh(_judge() {
    local IFS=$'\n'
    COMPREPLY=($(compgen -W "$(judge complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
    compopt -o filenames -o default 2>/dev/null
}
complete -o default -F _judge judge
)sh";

constexpr const char* kZsh = R"sh(#compdef judge
_judge() {
    local -a found
    found=("${(@f)$(judge complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    compadd -a found
    _files
}
compdef _judge judge
)sh";

constexpr const char* kFish =
    R"sh(complete -c judge -a '(judge complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
)sh";

std::vector<std::string> visible_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command :
         app.get_subcommands([](const CLI::App* candidate) { return !candidate->get_group().empty(); }))
        names.push_back(command->get_name());
    return names;
}

void add_option_names(const CLI::App& app, std::vector<std::string>& names) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
        for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    }
}

void add_targets(const Project& project, std::vector<std::string>& names) {
    for (const std::string& id : project.problem_ids) {
        names.push_back(id);
        if (Result<std::vector<Submission>> submissions = list_submissions(project, id))
            for (const Submission& submission : *submissions) names.push_back(id + "/" + submission.id);
    }
}

void add_cases(const Project& project, std::vector<std::string>& names) {
    for (const std::string& id : project.problem_ids) {
        names.push_back(id);
        if (Result<Problem> problem = read_native_problem(problem_folder(project, id)))
            for (const TestCase& test_case : problem->cases) names.push_back(id + "/" + test_case.name);
    }
}

// True if the command takes an argument of this name.
bool takes(const CLI::App& command, const std::string& name) {
    return command.get_option_no_throw(name) != nullptr;
}

// What may follow `option`; nothing where the shell's own file names are best.
std::vector<std::string> values_of(const std::string& option, const Context& context, const Project& project) {
    std::vector<std::string> names;
    if (option == "--problem") names = project.problem_ids;
    if (option == "--lang") names = {"ko", "en"};
    if (option == "--color") names = {"auto", "always", "never"};
    if (option == "--raw") names = {"input", "answer"};
    if (option == "--format")
        for (const ReportFormat& format : kReportFormats) names.emplace_back(format.id);
    if (option == "--report")
        for (const ReportFormat& format : kReportFormats) names.push_back(fmt::format("{}=", format.id));
    if (option == "--case")
        for (const std::string& id : project.problem_ids)
            if (Result<Problem> problem = read_native_problem(problem_folder(project, id)))
                for (const TestCase& test_case : problem->cases) names.push_back(test_case.name);
    if (option != "--language" && option != "--profile") return names;
    const Result<Toolchain> toolchain = open_toolchain(context, project);
    if (!toolchain) return names;
    if (option == "--profile")
        for (const Profile& profile : toolchain->profiles()) names.push_back(profile.id);
    else
        for (const Language& language : toolchain->languages()) names.push_back(language.id);
    return names;
}

// The command that `words` lead to, and how many of them named it.
const CLI::App* command_of(const CLI::App& app, const std::vector<std::string>& words, std::size_t& depth) {
    const CLI::App* here = &app;
    for (depth = 0; depth + 1 < words.size(); ++depth) {
        const auto inner =
            here->get_subcommands([&](const CLI::App* candidate) { return candidate->get_name() == words[depth]; });
        if (inner.empty()) break;
        here = inner.front();
    }
    return here;
}

std::vector<std::string> candidates(const CLI::App& app, const std::vector<std::string>& words,
                                    const Context& context) {
    std::size_t depth = 0;
    const CLI::App* command = command_of(app, words, depth);
    const std::string current = words.empty() ? "" : words.back();
    std::vector<std::string> names;
    if (current.starts_with('-')) {
        add_option_names(*command, names);
        if (command != &app) add_option_names(app, names);
        return names;
    }
    Project project;
    if (Result<Project> found = find_project(context.cwd)) project = *found;
    if (words.size() > 1 && words[words.size() - 2].starts_with("--")) {
        names = values_of(words[words.size() - 2], context, project);
        if (!names.empty()) return names;
    }
    names = visible_names(*command);
    if (names.empty() && takes(*command, "CASE")) add_cases(project, names);
    if (names.empty() && command != &app) add_targets(project, names);
    return names;
}

}  // namespace

void add_completion(CLI::App& app, Context& context) {
    auto shell = std::make_shared<std::string>();
    CLI::App* completion =
        app.add_subcommand("completion", "print a completion script: judge completion bash >> ~/.bashrc");
    completion->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    completion->callback([shell] { print(*shell == "bash" ? kBash : *shell == "zsh" ? kZsh : kFish); });

    auto words = std::make_shared<std::vector<std::string>>();
    CLI::App* complete =
        app.add_subcommand("complete", "what may stand at the end of WORDS; used by the scripts of judge completion");
    complete->group("");
    complete->add_option("WORDS", *words, "the words so far, the last one unfinished");
    complete->callback([words, &app, &context] {
        const std::string current = words->empty() ? "" : words->back();
        for (const std::string& name : candidates(app, *words, context))
            if (name.starts_with(current)) print(name + "\n");
    });
}

}  // namespace judge
