#include "judging/shared_problem.h"

#include "base/files.h"

namespace judge {

std::shared_ptr<const Problem> with_cases(const std::shared_ptr<const Problem>& problem, const std::string& glob) {
    if (glob.empty()) return problem;
    auto copy = std::make_shared<Problem>(*problem);
    std::erase_if(copy->cases, [&](const TestCase& c) { return !glob_matches(glob, c.name) && c.name != glob; });
    return copy;
}

HashedFile SharedProblem::hashed(const std::string& path) {
    const std::lock_guard lock(mutex);
    return hashed_locked(path);
}

const HashedFile& SharedProblem::hashed_locked(const std::string& path) {
    if (const auto known = files.find(path); known != files.end()) return known->second;
    Result<HashedFile> hashed = hash_file(path);
    return files[path] = hashed ? *std::move(hashed) : HashedFile{};
}

}  // namespace judge
