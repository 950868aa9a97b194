#include "judging/shared_problem.h"

#include "base/files.h"
#include "base/nearest.h"

namespace judge {

std::shared_ptr<const Problem> with_cases(const std::shared_ptr<const Problem>& problem, const std::string& glob) {
    if (glob.empty()) return problem;
    auto copy = std::make_shared<Problem>(*problem);
    std::erase_if(copy->cases, [&](const TestCase& c) { return !glob_matches(glob, c.name) && c.name != glob; });
    return copy;
}

Error no_cases(const Problem& problem, const std::string& glob) {
    if (glob.empty()) {
        std::string hint = "add " + problem.folder + "/secret/1.in and 1.ans";
        if (const Result<std::vector<DirEntry>> entries = list_directory(problem.folder))
            for (const DirEntry& entry : *entries)
                if (entry.kind == DirEntry::Kind::file && entry.name.ends_with(".in")) {
                    hint =
                        "tests lie in groups: move " + entry.name + " and its like into " + problem.folder + "/secret";
                    break;
                }
        return {ErrorCode::usage, "cannot judge '" + problem.id + "': it has 0 tests", hint};
    }
    std::vector<std::string> names;
    for (const TestCase& test_case : problem.cases) names.push_back(test_case.name);
    return {ErrorCode::usage, "cannot judge '" + problem.id + "': 0 tests match '" + glob + "'",
            did_you_mean(glob, names, "names look like 'sample/1'; judge list --cases shows them")};
}

const CaseFiles& SharedProblem::files_of(std::size_t index) {
    const std::lock_guard lock(mutex);
    return files_of_locked(index);
}

const CaseFiles& SharedProblem::files_of_locked(std::size_t index) {
    std::optional<CaseFiles>& known = files[index];
    if (known) return *known;
    const TestCase& test_case = problem->cases[index];
    known.emplace();
    known->input = hash_data_file(test_case.input.path);
    if (test_case.answer) known->answer = hash_data_file(test_case.answer->path);
    return *known;
}

}  // namespace judge
