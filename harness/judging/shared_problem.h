#pragma once

// A problem as all its submissions share it.

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "judging/checking.h"
#include "judging/hashed_file.h"
#include "model/problem.h"

namespace judge {

/// The problem with only the cases whose name is `glob` or matches it; itself for an empty glob.
std::shared_ptr<const Problem> with_cases(const std::shared_ptr<const Problem>& problem, const std::string& glob);

/// The Error of a problem of whose cases none is left. usage.
Error no_cases(const Problem& problem, const std::string& glob);

/// The files of a case; `answer` is empty where there is none.
struct CaseFiles {
    HashedFile input, answer;
};

/// Its checker is made ready by whoever needs it first, its files are read once. `mutex` guards all but `problem`.
struct SharedProblem {
    explicit SharedProblem(std::shared_ptr<const Problem> given)
        : problem(std::move(given)), files(problem->cases.size()) {}

    const std::shared_ptr<const Problem> problem;
    std::mutex mutex;
    std::shared_ptr<const Checking> checking;
    std::vector<std::optional<CaseFiles>> files;  // by case, where known

    /// Of case `index`; valid as long as this is. Takes the mutex.
    const CaseFiles& files_of(std::size_t index);
    /// The same, for whoever holds the mutex.
    const CaseFiles& files_of_locked(std::size_t index);
};

}  // namespace judge
