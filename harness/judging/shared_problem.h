#pragma once

// A problem as all its submissions share it.

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "judging/checking.h"
#include "judging/hashed_file.h"
#include "model/problem.h"

namespace judge {

/// The problem with only the cases whose name is `glob` or matches it; itself for an empty glob.
std::shared_ptr<const Problem> with_cases(const std::shared_ptr<const Problem>& problem, const std::string& glob);

/// Its checker is made ready by whoever needs it first, its files are hashed once. `mutex` guards all but `problem`.
struct SharedProblem {
    std::shared_ptr<const Problem> problem;
    std::mutex mutex;
    std::shared_ptr<const Checking> checking;
    std::map<std::string, HashedFile> files;  // by path

    /// A case's file, hashed once; its digest is "" if it cannot be read. Takes the mutex.
    HashedFile hashed(const std::string& path);
    /// The same, for whoever holds the mutex.
    const HashedFile& hashed_locked(const std::string& path);
};

}  // namespace judge
