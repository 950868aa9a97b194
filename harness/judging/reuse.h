#pragma once

// When an earlier judgement may stand for a new one: the program, the cases, the limits, the checker, the profile, this
// harness, the machine and its boxes are all the same, and nothing about the earlier one was doubtful.

#include <functional>
#include <string>

#include "judging/shared_problem.h"
#include "model/problem.h"
#include "model/report.h"

namespace judge {

struct ReuseFacts {
    const Problem* problem = nullptr;  // with the cases that are to run
    std::string program_key;           // of the executable
    std::string profile_id;
    Limits effective;
    std::string checking;  // Checking::identity
    std::string harness_build;
    std::string machine;  // fingerprint
    bool run_all = false;
    std::string counting;  // Counting::identity; empty: instructions are not counted
};

/// A hash of everything that the judgement will rest on. `files_of` knows the files of the problem's cases.
std::string reuse_key(const ReuseFacts& facts, const Containment& containment,
                      const std::function<const CaseFiles&(std::size_t index)>& files_of);

/// True unless a reading was disturbed or repeated, something was not judged, the jury erred, or the user interrupted.
bool is_reusable(const Report& report);

/// Gives `report`, which knows its submission and its build, the judgement of `earlier`, one with the same reuse key:
/// what was run and measured then, on the machine of then. Whose submission `earlier` was does not matter.
void adopt_judgement(Report& report, Report earlier);

}  // namespace judge
