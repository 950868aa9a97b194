// judge hook install: judge regress before every push.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/files.h"
#include "commands/context.h"
#include "commands/record.h"

namespace judge {
namespace {

// By this line a hook of ours is known again, and only such a one is ever replaced.
constexpr std::string_view kMark = "# made by: judge hook install";

std::string shell_word(const std::string& word) {
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string hook_text(const std::string& program, const std::string& root) {
    return fmt::format(
        "#!/bin/sh\n{0}\n"
        "# A push is refused while something is worse than in the baseline; git push --no-verify goes on anyway.\n"
        "unset $(git rev-parse --local-env-vars)\n"
        "cd {1} || exit 1\n"
        "if [ ! -x {2} ]; then\n"
        "    echo \"judge: the program is gone, nothing was checked; build it and run: judge hook install\" >&2\n"
        "    exit 0\n"
        "fi\n"
        "exec {2} regress --changed </dev/null\n",
        kMark, shell_word(root), shell_word(program));
}

Status install(Context& context) {
    JUDGE_ASSIGN(project, find_project(context.cwd));
    const std::optional<std::string> place =
        git_output(context, project.root, {"rev-parse", "--git-path", "hooks/pre-push"});
    if (!place || place->empty())
        return Error{ErrorCode::not_found,
                     fmt::format("cannot install a hook: '{}' is not in a git repository", project.root), "git init"};
    const std::string path = join_path(project.root, *place);
    const std::string text = hook_text(context.self, project.root);
    if (exists(path)) {
        JUDGE_ASSIGN(old, read_file(path));
        if (old.find(kMark) == std::string::npos)
            return Error{ErrorCode::busy, fmt::format("cannot install '{}': somebody else's hook is there", path),
                         fmt::format("add this line to it: {} regress --changed </dev/null || exit 1",
                                     shell_word(context.self))};
    }
    JUDGE_TRY(write_file_atomically(path, text, 0755));
    const Messages messages(tongue_of(context));
    print(messages.text("hook.installed", path) + "\n");
    return Done{};
}

}  // namespace

void add_hook(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand("hook", "git hooks of this project");
    command->require_subcommand(1);
    command->add_subcommand("install", "judge regress before every git push; never replaces another hook")
        ->callback([&context] {
            if (Status done = install(context); !done) fail(context, done.error());
        });
}

}  // namespace judge
