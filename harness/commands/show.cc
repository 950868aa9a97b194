// judge show: the files of a case, or the cases of a problem.

#include <fcntl.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/nearest.h"
#include "commands/context.h"
#include "commands/stored.h"
#include "commands/targets.h"
#include "judging/excerpt.h"
#include "judging/hashed_file.h"
#include "model/json.h"
#include "report/case_text.h"

namespace judge {
namespace {

constexpr std::size_t kMostLines = 40;  // of one file, unless --full
constexpr Bytes kMostBytes = kib(64);   // likewise
constexpr std::size_t kEveryLine = SIZE_MAX;

struct ShowFlags {
    std::string name, raw;
    bool full = false, json = false;
};

struct NamedCase {
    std::shared_ptr<const Problem> problem;
    std::string rest;  // after the problem's name; empty: the problem itself
};

// A file of a case, named by its path: the problem is the folder above that has a problem.json.
Result<NamedCase> case_of_file(const std::string& path, const Project& project, const Context& context) {
    std::string folder(parent_path(path));
    while (folder != "/" && !is_file(join_path(folder, "problem.json"))) folder = std::string(parent_path(folder));
    JUDGE_ASSIGN(problem, resolve_problem(project, folder, context.cwd));
    return NamedCase{std::move(problem), path.substr(folder.size() + 1)};
}

// "boj-2580/sample/1": as much of it as is a problem's name, and the rest.
Result<NamedCase> split_name(const std::string& name, const Project& project, const Context& context) {
    if (is_file(join_path(context.cwd, name))) {
        JUDGE_ASSIGN(path, real_path(join_path(context.cwd, name)));
        return case_of_file(path, project, context);
    }
    for (std::size_t end = name.size(); end != std::string::npos && end > 0; end = name.rfind('/', end - 1)) {
        const std::string front = name.substr(0, end);
        Result<std::shared_ptr<const Problem>> problem = resolve_problem(project, front, context.cwd);
        if (problem) return NamedCase{*problem, end < name.size() ? name.substr(end + 1) : ""};
        if (problem.error().code != ErrorCode::not_found) return problem.error();
    }
    return resolve_problem(project, name.substr(0, name.find('/')), context.cwd).error();
}

std::string with_dashes(std::string name) {
    std::replace(name.begin(), name.end(), '/', '-');
    return name;
}

// By its name, its name with dashes, a file of it, or its last part where only one case is called so.
Result<const TestCase*> find_case(const Problem& problem, std::string name) {
    for (const std::string_view ending : {".in", ".ans", ".out"})
        if (name.ends_with(ending)) name.resize(name.size() - ending.size());
    std::vector<const TestCase*> found;
    std::vector<std::string> names;
    for (const TestCase& test_case : problem.cases) {
        if (test_case.name == name || with_dashes(test_case.name) == name) return &test_case;
        if (file_name(test_case.name) == name) found.push_back(&test_case);
        names.push_back(test_case.name);
    }
    if (found.size() == 1) return found.front();
    const std::optional<std::string> guess = nearest(name, names);
    return Error{ErrorCode::not_found, fmt::format("cannot find case '{}' of '{}'", name, problem.id),
                 guess ? fmt::format("did you mean '{}/{}'?", problem.id, *guess)
                       : fmt::format("judge show {} lists them", problem.id)};
}

Result<CaseFileText> read_case_file(const char* role, const std::string& path, const ShowFlags& flags) {
    CaseFileText file;
    file.role = role;
    file.path = path;
    JUDGE_ASSIGN(count, count_text_of_file(path));
    file.count = count;
    JUDGE_ASSIGN(size, size_of_file(path));
    file.size = size;
    JUDGE_ASSIGN(excerpt, excerpt_of_file(path, flags.full ? size : kMostBytes));
    file.head = std::move(excerpt.text);
    JUDGE_ASSIGN(fd, open_file(path, O_RDONLY));
    std::string last(1, '\n');
    if (size.count > 0) JUDGE_TRY(read_at(fd.get(), last, size.count - 1));
    file.ends_in_newline = last == "\n";
    return file;
}

std::string relative(const std::string& path, const Project& project) {
    const std::string prefix = project.root + "/";
    return !project.root.empty() && path.starts_with(prefix) ? path.substr(prefix.size()) : path;
}

Result<nlohmann::json> file_json(const std::string& path) {
    JUDGE_ASSIGN(count, count_text_of_file(path));
    JUDGE_ASSIGN(size, size_of_file(path));
    JUDGE_ASSIGN(digest, digest_of_file(path));
    return nlohmann::json{
        {"path", path}, {"bytes", size.count}, {"lines", count.lines}, {"tokens", count.tokens}, {"digest", digest}};
}

Status show_case(const Problem& problem, const TestCase& test_case, const ShowFlags& flags, const Project& project,
                 const Context& context) {
    if (flags.json) {
        nlohmann::json value = {{"problem", problem.id}, {"case", test_case.name}, {"group", test_case.group}};
        value["limits"] = to_json(merged(problem.limits, test_case.limits));
        JUDGE_ASSIGN(input, file_json(test_case.input.path));
        value["input"] = std::move(input);
        if (test_case.answer) {
            JUDGE_ASSIGN(answer, file_json(test_case.answer->path));
            value["answer"] = std::move(answer);
        }
        print(value.dump(2) + "\n");
        return Done{};
    }
    const RenderOptions options = render_options(context);
    const Messages messages(options.tongue);
    const auto show_file = [&](const char* role, const std::string& path) -> Status {
        JUDGE_ASSIGN(file, read_case_file(role, path, flags));
        file.path = relative(path, project);
        for (const std::string& line : case_file_lines(file, flags.full ? kEveryLine : kMostLines, messages, options))
            print(line + "\n");
        return Done{};
    };
    JUDGE_TRY(show_file("input", test_case.input.path));
    return test_case.answer ? show_file("answer", test_case.answer->path) : Status(Done{});
}

Status print_raw(const TestCase& test_case, const std::string& role) {
    if (role == "answer" && !test_case.answer)
        return Error{ErrorCode::not_found, fmt::format("cannot show the answer of '{}': it has none", test_case.name),
                     ""};
    JUDGE_ASSIGN(fd, open_file(role == "input" ? test_case.input.path : test_case.answer->path, O_RDONLY));
    std::string buffer(65536, '\0');
    for (std::uint64_t offset = 0;;) {
        JUDGE_ASSIGN(got, read_at(fd.get(), buffer, offset));
        if (got == 0) return Done{};
        print(std::string_view(buffer).substr(0, got));
        offset += got;
    }
}

Status list_cases(const Problem& problem, const ShowFlags& flags, const Context& context) {
    std::vector<CaseSizes> cases;
    nlohmann::json list = nlohmann::json::array();
    for (const TestCase& test_case : problem.cases) {
        CaseSizes sizes{test_case.name, {}, std::nullopt};
        JUDGE_ASSIGN(input, size_of_file(test_case.input.path));
        sizes.input = input;
        if (test_case.answer) {
            JUDGE_ASSIGN(answer, size_of_file(test_case.answer->path));
            sizes.answer = answer;
        }
        list.push_back({{"case", sizes.name}, {"input_bytes", sizes.input.count}});
        if (sizes.answer) list.back()["answer_bytes"] = sizes.answer->count;
        cases.push_back(std::move(sizes));
    }
    if (flags.json) {
        print(nlohmann::json{{"problem", problem.id}, {"cases", std::move(list)}}.dump(2) + "\n");
        return Done{};
    }
    const RenderOptions options = render_options(context);
    const Messages messages(options.tongue);
    for (const std::string& line : case_list_lines(cases, messages, options)) print(line + "\n");
    return Done{};
}

Status run_show(const ShowFlags& flags, const Context& context) {
    JUDGE_ASSIGN(project, project_here(context));
    JUDGE_ASSIGN(named, split_name(flags.name, project, context));
    if (named.rest.empty() && !flags.raw.empty())
        return Error{ErrorCode::usage,
                     fmt::format("cannot show the {} of '{}': it is a problem", flags.raw, flags.name),
                     fmt::format("name a case; judge show {} lists them", flags.name)};
    if (named.rest.empty()) return list_cases(*named.problem, flags, context);
    JUDGE_ASSIGN(test_case, find_case(*named.problem, named.rest));
    if (!flags.raw.empty()) return print_raw(*test_case, flags.raw);
    return show_case(*named.problem, *test_case, flags, project, context);
}

}  // namespace

void add_show(CLI::App& app, Context& context) {
    auto flags = std::make_shared<ShowFlags>();
    CLI::App* command = app.add_subcommand("show", "show the files of a case, or list the cases of a problem");
    command->add_option("CASE", flags->name, "boj-2580/sample/1; boj-2580 lists its cases")->required();
    command->add_flag("--full", flags->full, "all lines, however many");
    command->add_option("--raw", flags->raw, "input or answer: its bytes as they are, for another program")
        ->check(CLI::IsMember({"input", "answer"}));
    command->add_flag("--json", flags->json, "as JSON");
    command->callback([flags, &context] {
        if (Status done = run_show(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
