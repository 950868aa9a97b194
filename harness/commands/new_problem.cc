// judge new: an empty problem of a known site, by hand.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <memory>

#include "base/files.h"
#include "base/utf8.h"
#include "commands/context.h"
#include "commands/starter.h"
#include "commands/take_in.h"
#include "packages/native_writer.h"
#include "packages/pairs.h"
#include "packages/sites.h"

namespace judge {
namespace {

struct NewFlags {
    std::string id, title, language, time, memory;
};

Result<Imported> make(const NewFlags& flags) {
    Imported imported;
    Problem& problem = imported.problem;
    const bool is_address = flags.id.find("://") != std::string::npos;
    problem.id = is_address ? id_from_url(flags.id) : id_from_name(flags.id);
    const bool names_something = is_address || std::any_of(flags.id.begin(), flags.id.end(), [](unsigned char c) {
                                     return std::isalnum(c) || c >= 0x80;
                                 });
    if (!names_something || (!is_address && flags.id.find('/') != std::string::npos))
        return Error{ErrorCode::usage, fmt::format("cannot make a problem '{}': it is no id", printable(flags.id)),
                     "judge new boj-1000, or judge new https://www.acmicpc.net/problem/1000"};
    if (problem.id.empty())
        return Error{ErrorCode::usage, fmt::format("cannot make a problem of '{}': it is no address of one", flags.id),
                     "judge new boj-1000, or judge new https://www.acmicpc.net/problem/1000"};
    problem.source_url = is_address ? flags.id : url_from_id(problem.id);
    problem.profile = profile_of_id(problem.id);
    problem.title["ko"] = flags.title;
    if (!flags.time.empty()) {
        JUDGE_ASSIGN(time, parse_time(flags.time));
        problem.limits.cpu_time = time;
    }
    if (!flags.memory.empty()) {
        JUDGE_ASSIGN(memory, parse_size(flags.memory));
        problem.limits.memory = memory;
    }
    assume_limits(imported);
    imported.findings.clear();
    return imported;
}

Status new_problem(const NewFlags& flags, Context& context) {
    JUDGE_ASSIGN(imported, make(flags));
    JUDGE_ASSIGN(project, project_to_fill(context, context.cwd));
    const std::string& id = imported.problem.id;
    const std::string folder = problem_folder(project, id), file = join_path(folder, "problem.json");
    if (exists(file))
        return Error{ErrorCode::bad_input, fmt::format("cannot make problem '{}': it is there already", id),
                     fmt::format("judge add-case {} adds cases to it", id)};
    // Tests that lie there without a problem.json become those of the problem.
    const bool filled = exists(folder);
    if (filled)
        JUDGE_TRY(write_file_atomically(file, native_text(imported.problem, {})));
    else
        JUDGE_TRY(write_native(imported, project.root, Overwrite::refuse));
    const Result<std::string> starter = write_starter(project, id, flags.language);
    if (!starter) {
        JUDGE_TRY(remove_tree(filled ? file : folder));  // nothing half-made
        return starter.error();
    }
    const Messages messages(tongue_of(context));
    print(fmt::format("testdata/{}/problem.json\n{}{}", id, *starter, starter->empty() ? "" : "\n"));
    if (!filled) print(messages.text("new.next", id) + "\n");
    return Done{};
}

}  // namespace

void add_new(CLI::App& app, Context& context) {
    auto flags = std::make_shared<NewFlags>();
    CLI::App* command = app.add_subcommand("new", "make an empty problem and its first source");
    command->add_option("id", flags->id, "boj-1000, 1000, or the problem's address")->required();
    command->add_option("--title", flags->title, "its title");
    command->add_option("--time", flags->time, "time limit: 1s, 500ms (default: 1 s, noted as assumed)");
    command->add_option("--memory", flags->memory, "memory limit: 256MB (default: 256 MB, noted as assumed)");
    command->add_option("--language", flags->language,
                        "ending of the first source: cpp, py, java, ... (default: judge.json's)");
    command->callback([flags, &context] {
        if (Status done = new_problem(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
