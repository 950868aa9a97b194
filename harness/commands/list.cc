// judge list: problems, submissions and what is expected of them; as text, JSON, or tests for ctest.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "base/utf8.h"
#include "commands/context.h"
#include "commands/targets.h"
#include "commands/workbench.h"
#include "model/json.h"
#include "packages/native.h"

namespace judge {
namespace {

struct ListFlags {
    bool json = false, ctest = false, cases = false;
};

struct Listed {
    Problem problem;
    std::vector<Submission> submissions;
};

Result<std::vector<Listed>> list_project(const Project& project, const Toolchain& toolchain) {
    std::vector<Listed> all;
    for (const std::string& id : project.problem_ids) {
        Listed listed;
        JUDGE_ASSIGN(problem, read_native_problem(problem_folder(project, id)));
        listed.problem = std::move(problem);
        JUDGE_ASSIGN(submissions, list_submissions(project, id));
        listed.submissions = std::move(submissions);
        const Profile* profile = toolchain.profile(listed.problem.profile);
        for (Submission& submission : listed.submissions) {
            std::vector<Finding> findings;
            if (!profile) continue;
            if (Result<const Language*> language = toolchain.detect(submission, *profile, findings))
                submission.language_id = (*language)->id;
        }
        all.push_back(std::move(listed));
    }
    return all;
}

std::string as_text(const std::vector<Listed>& all, const Context& context, bool cases) {
    const RenderOptions options = render_options(context);
    const Messages messages(options.tongue);
    std::string text;
    for (const Listed& listed : all) {
        std::string line =
            fmt::format("{}  {}  {}", listed.problem.id, title_of(listed.problem, std::string(id_of(options.tongue))),
                        messages.text("count.cases", listed.problem.cases.size()));
        if (listed.problem.limits.cpu_time) line += ", " + to_text(*listed.problem.limits.cpu_time);
        if (listed.problem.limits.memory) line += ", " + to_text(*listed.problem.limits.memory);
        text += cut_to_width(line, options.width) + "\n";
        for (const Submission& submission : listed.submissions)
            text += cut_to_width(fmt::format("  {}  {}  {}", pad_right(submission.id, 32),
                                             pad_right(submission.language_id, 8), submission.expected.id),
                                 options.width) +
                    "\n";
        if (cases)
            for (const TestCase& test_case : listed.problem.cases) text += "  " + test_case.name + "\n";
    }
    return text;
}

std::string as_json(const std::vector<Listed>& all) {
    nlohmann::json problems = nlohmann::json::array();
    for (const Listed& listed : all) {
        nlohmann::json submissions = nlohmann::json::array();
        for (const Submission& submission : listed.submissions)
            submissions.push_back({{"id", submission.id},
                                   {"language", submission.language_id},
                                   {"expected", submission.expected.id},
                                   {"files", submission.files}});
        nlohmann::json cases = nlohmann::json::array();
        for (const TestCase& test_case : listed.problem.cases) cases.push_back(test_case.name);
        problems.push_back({{"id", listed.problem.id},
                            {"title", listed.problem.title},
                            {"source_url", listed.problem.source_url},
                            {"profile", listed.problem.profile},
                            {"limits", to_json(listed.problem.limits)},
                            {"cases", cases},
                            {"submissions", submissions}});
    }
    return nlohmann::json{{"problems", problems}}.dump(2) + "\n";
}

// A word that CMake takes as it is: long brackets that do not occur in it.
std::string quoted(const std::string& word) {
    std::string equals = "==";
    while (word.find("]" + equals + "]") != std::string::npos) equals += "=";
    return fmt::format("[{}[{}]{}]", equals, word, equals);
}

std::string as_ctest(const std::vector<Listed>& all, const Context& context) {
    std::string text;
    for (const Listed& listed : all) {
        for (const Submission& submission : listed.submissions) {
            const std::string name = quoted("judge." + listed.problem.id + "." + submission.id);
            text += fmt::format("add_test({} {} run {} --fresh --skip-missing -j1)\n", name, quoted(context.self),
                                quoted(listed.problem.id + "/" + submission.id));
            text += fmt::format(
                "set_tests_properties({} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 1800 WORKING_DIRECTORY {} LABELS {})\n",
                name, quoted(context.cwd),
                quoted(fmt::format("judge;{};{};{}", listed.problem.id,
                                   submission.language_id.empty() ? "unknown" : submission.language_id,
                                   submission.expected.id)));
        }
    }
    return text;
}

Status list(const ListFlags& flags, Context& context) {
    JUDGE_ASSIGN(project, find_project(context.cwd));
    JUDGE_ASSIGN(toolchain, open_toolchain(context, project));
    JUDGE_ASSIGN(all, list_project(project, toolchain));
    if (flags.ctest)
        print(as_ctest(all, context));
    else
        print(flags.json ? as_json(all) : as_text(all, context, flags.cases));
    if (all.empty())
        return Error{ErrorCode::usage, fmt::format("there are no problems in '{}'", project.root),
                     "add testdata/<problem>/problem.json and its cases"};
    return Done{};
}

}  // namespace

void add_list(CLI::App& app, Context& context) {
    auto flags = std::make_shared<ListFlags>();
    CLI::App* command = app.add_subcommand("list", "show problems, submissions and what is expected of them");
    command->add_flag("--json", flags->json, "as JSON");
    command->add_flag("--ctest", flags->ctest, "as tests that ctest includes");
    command->add_flag("--cases", flags->cases, "the names of the cases too");
    command->callback([flags, &context] {
        if (Status done = list(*flags, context); !done) fail(context, done.error());
    });
}

}  // namespace judge
