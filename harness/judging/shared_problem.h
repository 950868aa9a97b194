#pragma once

// A problem as all its submissions share it.

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "judging/checking.h"
#include "model/problem.h"

namespace judge {

/// The problem with only the cases whose name is `glob` or matches it; itself for an empty glob.
std::shared_ptr<const Problem> with_cases(const std::shared_ptr<const Problem>& problem, const std::string& glob);

/// The Error of a problem of whose cases none is left. usage.
Error no_cases(const Problem& problem, const std::string& glob);

/// Its checker is made ready by whoever needs it first, its files are hashed once. `mutex` guards all but `problem`.
struct SharedProblem {
    std::shared_ptr<const Problem> problem;
    std::mutex mutex;
    std::shared_ptr<const Checking> checking;
    std::map<std::string, std::string> digests;  // by path

    /// The content hash of a case's file, "" if it cannot be read. Takes the mutex.
    std::string digest(const std::string& path);
    /// The same, for whoever holds the mutex.
    std::string digest_locked(const std::string& path);
};

}  // namespace judge
