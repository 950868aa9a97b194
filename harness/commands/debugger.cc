#include "commands/debugger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "commands/workbench.h"
#include "os/directories.h"
#include "os/foreground.h"
#include "os/terminal.h"

namespace judge {
namespace {

std::string tool_name(DebugTool tool) {
    return tool == DebugTool::gdb ? "gdb" : "valgrind";
}

struct DebugBuild {
    Executable program;
    std::string words;  // that were added to the compiler's
};

// In a function of its own, so that the boxes are gone when the debugger starts.
Result<DebugBuild> build_for_debugger(const DebugOrder& order, const Project& project, Context& context) {
    WorkbenchOptions one;
    one.jobs = 1;
    JUDGE_ASSIGN(bench, Workbench::open(context, project, one));
    BuildOrder build;
    build.submission = order.task->submission;
    build.profile_id = order.profile;
    build.file_access = order.task->problem->file_access ? FileAccess::allowed : FileAccess::refused;
    build.repair = order.repair;
    build.debug = Debug::yes;
    JUDGE_ASSIGN(built, services_of(*bench).compile(build, bench->runner()));
    if (built.language->debug.empty())
        return Error{ErrorCode::unsupported,
                     fmt::format("cannot run {} under {}: it debugs machine code, not {}", order.task->submission.id,
                                 tool_name(order.tool), built.language->name),
                     "judge exec FILE < INPUT runs it alone"};
    if (!built.outcome.ok)
        return Error{ErrorCode::bad_input,
                     fmt::format("cannot compile '{}': {}\n{}", order.task->submission.id, built.outcome.reason,
                                 built.outcome.build.log),
                     ""};
    return DebugBuild{std::move(built.outcome.executable), fmt::format("{}", fmt::join(built.language->debug, " "))};
}

// A program that is linked statically brings a malloc of its own, which valgrind must be told of.
bool is_static(const Executable& program) {
    const auto& words = program.build.compile_command;
    return std::find(words.begin(), words.end(), "-static") != words.end();
}

// gdb starts the program through a shell, in a folder where its input is called "input".
std::vector<std::string> gdb_command(const Executable& program, const Terminal& terminal) {
    std::vector<std::string> words = {"gdb", "-q", "-iex", "set debuginfod enabled off", "-ex", "run < input"};
    if (!terminal.is_tty)
        for (const char* word : {"-batch", "-ex", "backtrace"}) words.emplace_back(word);
    words.emplace_back("--args");
    words.insert(words.end(), program.argv.begin(), program.argv.end());
    return words;
}

std::vector<std::string> valgrind_command(const Executable& program) {
    std::vector<std::string> words = {"valgrind", "--track-origins=yes"};
    if (is_static(program)) words.emplace_back("--soname-synonyms=somalloc=NONE");
    words.insert(words.end(), program.argv.begin(), program.argv.end());
    return words;
}

}  // namespace

Status run_debugger(const DebugOrder& order, const Project& project, Context& context) {
    const std::string tool = tool_name(order.tool);
    if (order.task->problem->mode != Mode::batch)
        return Error{ErrorCode::unsupported,
                     fmt::format("cannot run '{}' under {}: its input comes from an interactor",
                                 order.task->submission.id, tool),
                     ""};
    if (!find_program(tool, context.environment.get("PATH")))
        return Error{ErrorCode::tool_missing, fmt::format("cannot run '{}': it is not installed", tool),
                     "sudo apt-get install " + tool};
    JUDGE_ASSIGN(built, build_for_debugger(order, project, context));
    JUDGE_ASSIGN(folder, TempDir::make("judge-replay-"));
    const std::string& input = order.task->problem->cases.front().input.path;
    if (::symlink(input.c_str(), (folder / "input").c_str()) != 0)
        return errno_error(ErrorCode::io, "cannot link '" + input + "'", errno);
    fmt::print(stderr, "judge: {}\n", Messages(tongue_of(context)).text("replay.uncontained", built.words, tool));
    ForegroundRequest request;
    request.cwd = folder.path();
    Environment environment = context.environment;
    if (order.tool == DebugTool::gdb) {
        request.argv = gdb_command(built.program, terminal_of(STDIN_FILENO, environment));
        environment.set("SHELL", "/bin/sh");
        JUDGE_TRY(run_in_foreground(request, environment));
        return Done{};
    }
    JUDGE_ASSIGN(stdin_file, open_file(input, O_RDONLY));
    request.argv = valgrind_command(built.program);
    request.stdin_fd = stdin_file.get();
    JUDGE_TRY(run_in_foreground(request, environment));
    return Done{};
}

}  // namespace judge
