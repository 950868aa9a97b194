// judge add-case: one more case of a problem, from files, standard input, an editor or the clipboard.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>

#include "base/fd.h"
#include "base/files.h"
#include "base/utf8.h"
#include "commands/context.h"
#include "commands/targets.h"
#include "os/process.h"
#include "packages/imported.h"
#include "packages/text.h"

namespace judge {
namespace {

struct AddCaseFlags {
    std::string problem, input, answer, name, with;
    bool clipboard = false, editor = false, sample = false;
};

// What the clipboard holds, by the first of its programs that works here.
Result<std::string> clipboard_text(const Context& context) {
    const std::vector<std::vector<std::string>> tools = {{"wl-paste", "--no-newline"},
                                                         {"xclip", "-selection", "clipboard", "-o"},
                                                         {"xsel", "--clipboard", "--output"},
                                                         {"pbpaste"},
                                                         {"powershell.exe", "-Command", "Get-Clipboard"}};
    for (const std::vector<std::string>& argv : tools) {
        ToolRequest request;
        request.argv = argv;
        const Result<ToolOutput> output = run_tool(request, context.environment);
        if (!output || !output->ok()) continue;
        JUDGE_ASSIGN(text, decode_text(output->out, "the clipboard"));
        return text.text;
    }
    return Error{ErrorCode::tool_missing,
                 "cannot read the clipboard: none of wl-paste, xclip, xsel and pbpaste works here",
                 "install one (apt install wl-clipboard, or xclip), or give files: judge add-case PROBLEM 1.in 1.ans"};
}

// The editor keeps the terminal, so it is no tool of ours: the shell's words of $EDITOR are run as they stand.
Result<std::string> edited_text(const Context& context, const char* what) {
    std::string editor = context.environment.get("VISUAL");
    if (editor.empty()) editor = context.environment.get("EDITOR");
    if (editor.empty())
        return Error{ErrorCode::usage, "cannot open an editor: neither $VISUAL nor $EDITOR is set",
                     "export EDITOR=nano"};
    JUDGE_ASSIGN(folder, TempDir::make("judge-case-"));
    const std::string path = folder / what;
    JUDGE_TRY(write_file_atomically(path, ""));
    const std::string command = fmt::format("{} '{}'", editor, path);
    if (std::system(command.c_str()) != 0)
        return Error{ErrorCode::io, fmt::format("cannot edit the {}: '{}' failed", what, editor), ""};
    return read_file(path);
}

Result<std::string> text_of(const AddCaseFlags& flags, const Context& context, const std::string& file,
                            const char* what) {
    if (flags.editor) return edited_text(context, what);
    if (file == "-") return read_all(STDIN_FILENO);
    if (!file.empty()) return read_file(join_path(context.cwd, file));
    if (flags.clipboard) return clipboard_text(context);
    return Error{ErrorCode::usage, fmt::format("cannot add a case: where is its {}?", what),
                 "judge add-case PROBLEM INPUT [ANSWER], --clipboard or --editor"};
}

// The output of an accepted submission, run by this very program.
Result<std::string> produced(const AddCaseFlags& flags, const Problem& problem, const Project& project,
                             const std::string& input, const Context& context) {
    std::string source = flags.with.empty() ? "" : join_path(context.cwd, flags.with);
    if (source.empty() && !project.root.empty()) {
        JUDGE_ASSIGN(submissions, list_submissions(project, problem.id));
        for (const Submission& submission : submissions)
            if (source.empty() && submission.expected.id == "accepted" && submission.files.size() == 1)
                source = submission.files.front();
    }
    if (source.empty())
        return Error{ErrorCode::not_found,
                     fmt::format("cannot produce an answer: '{}' has no accepted submission", problem.id),
                     "name a program with --with FILE, or give the answer"};
    ToolRequest request;
    request.argv = {context.self, "exec", source, "--quiet"};
    request.stdin_text = input;
    request.time_limit = std::chrono::minutes(10);
    JUDGE_ASSIGN(output, run_tool(request, context.environment));
    if (output.ok()) return output.out;
    return Error{ErrorCode::bad_input,
                 fmt::format("cannot produce an answer with '{}': it failed\n{}", source, output.err), ""};
}

// "1" and on: the first number that no case of the group bears.
std::string free_name(const Problem& problem, const std::string& group) {
    for (int number = 1;; ++number) {
        const std::string name = std::to_string(number);
        bool taken = false;
        for (const TestCase& test_case : problem.cases) taken = taken || test_case.name == group + "/" + name;
        if (!taken) return name;
    }
}

// Refuses a name under which the case would never be judged.
Status check_name(const std::string& name) {
    const bool passed_over = name.starts_with('.') || name.ends_with('~');
    if (name.empty() || (!passed_over && safe_file_name(name) == name)) return Done{};
    return Error{ErrorCode::usage, fmt::format("cannot name a case '{}'", printable(name)),
                 passed_over ? "a name that begins with a dot or ends in '~' is passed over by every command"
                             : "use letters, digits, '-', '_' and '.': it becomes the name of two files"};
}

Status add_case(const AddCaseFlags& flags, Context& context) {
    JUDGE_TRY(check_name(flags.name));
    Project project;
    if (Result<Project> found = find_project(context.cwd)) project = *found;
    JUDGE_ASSIGN(problem, resolve_problem(project, flags.problem, context.cwd));
    JUDGE_ASSIGN(input, text_of(flags, context, flags.input, "input"));
    const bool asks = flags.with.empty() && (flags.editor || !flags.answer.empty());
    JUDGE_ASSIGN(answer, asks ? text_of(flags, context, flags.answer, "answer")
                              : produced(flags, *problem, project, input, context));
    const std::string group = flags.sample ? "sample" : "secret";
    const std::string name = flags.name.empty() ? free_name(*problem, group) : flags.name;
    const std::string base = fmt::format("{}/{}", group, name);
    for (const TestCase& test_case : problem->cases)
        if (test_case.name == base)
            return Error{ErrorCode::bad_input, fmt::format("cannot add case '{}': it is there already", base),
                         "give it another --name"};
    const auto ended = [](std::string text) { return text.empty() || text.ends_with('\n') ? text : text + "\n"; };
    // The answer first: an input alone would be a case without an answer.
    JUDGE_TRY(write_file_atomically(join_path(problem->folder, base + ".ans"), ended(answer)));
    if (Status done = write_file_atomically(join_path(problem->folder, base + ".in"), ended(input)); !done) {
        ::unlink(join_path(problem->folder, base + ".ans").c_str());
        return done;
    }
    const Messages messages(tongue_of(context));
    print(messages.text("add_case.added", problem->id + "/" + base, input.size(), answer.size()) + "\n");
    return Done{};
}

}  // namespace

void add_add_case(CLI::App& app, Context& context) {
    auto flags = std::make_shared<AddCaseFlags>();
    CLI::App* command = app.add_subcommand("add-case", "add a case to a problem");
    command->add_option("problem", flags->problem, "its id or folder")->required();
    command->add_option("input", flags->input, "file of the input; - is standard input");
    command->add_option("answer", flags->answer, "file of the answer (default: what an accepted submission prints)");
    command->add_flag("--clipboard", flags->clipboard, "the input is what the clipboard holds");
    command->add_flag("--editor", flags->editor, "write input and answer in $EDITOR");
    command->add_option("--with", flags->with, "the program that produces the answer");
    command->add_option("--name", flags->name, "the case's name (default: the next number)");
    command->add_flag("--sample", flags->sample, "a sample rather than a secret case");
    command->callback([flags, &context] {
        if (Status done = add_case(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
