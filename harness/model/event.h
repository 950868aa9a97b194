#pragma once

// What judging tells while it works. One thread speaks; results come out in case order.

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "model/report.h"

namespace judge {

struct RunStarted {
    int submissions = 0;
    int slots = 0;
};
struct SubmissionStarted {
    std::string problem_id, submission_id;
    int cases = 0;
};
struct CompileStarted {
    std::string problem_id, submission_id, language_name;
};
struct CompileFinished {
    std::string problem_id, submission_id;
    Build build;
    bool ok = false;
};
struct CaseStarted {
    std::string problem_id, submission_id, case_name;
};
struct CaseFinished {
    std::string problem_id, submission_id;
    Judgement judgement;
    int done = 0, total = 0;
};
struct SubmissionFinished {
    std::shared_ptr<const Report> report;
};
struct RunFinished {
    int submissions = 0, as_expected = 0;
    bool interrupted = false;
};
using Event = std::variant<RunStarted, SubmissionStarted, CompileStarted, CompileFinished, CaseStarted, CaseFinished,
                           SubmissionFinished, RunFinished>;

/// Hears every event, always on one thread at a time.
class Listener {
  public:
    virtual ~Listener() = default;
    virtual void on(const Event& event) = 0;
};

}  // namespace judge
