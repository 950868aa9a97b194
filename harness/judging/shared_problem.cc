#include "judging/shared_problem.h"

#include "base/files.h"

namespace judge {

std::shared_ptr<const Problem> with_cases(const std::shared_ptr<const Problem>& problem, const std::string& glob) {
    if (glob.empty()) return problem;
    auto copy = std::make_shared<Problem>(*problem);
    std::erase_if(copy->cases, [&](const TestCase& c) { return !glob_matches(glob, c.name) && c.name != glob; });
    return copy;
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
    known->input = facts_of_file(test_case.input.path);
    if (test_case.answer) known->answer = facts_of_file(test_case.answer->path);
    return *known;
}

}  // namespace judge
