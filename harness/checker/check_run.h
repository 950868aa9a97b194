#pragma once

// Running a checker program in a box, and reading its answer.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "checker/protocol.h"
#include "model/executable.h"
#include "sandbox/runner.h"

namespace judge {

/// What a checker or interactor is given. Paths are absolute. An empty answer path stands for an empty file.
struct CheckFiles {
    std::string input_path;
    std::string answer_path;
    std::string output_path;  // the contestant's output; empty: `output_fd`
    int output_fd = -1;       // borrowed, seekable; its offset is moved. A program that wants a path gets a copy
    std::string tout_path;    // interactors: where they write for a checker; its folder is made writable
    std::string source_path;  // of the submission, for protocols that show it
    std::string submission_id = "1";
    double full_score = 100;
    std::vector<std::string> args;  // of the problem, group and case, in this order
    std::string feedback_dir;       // an existing folder that outlives the check; empty: a temporary one
    std::string score_path;         // where score and message files go; empty: temporary ones
    std::string message_path;
};

/// What a checker left behind.
struct CheckWords {
    std::string standard_output;
    std::string standard_error;
    std::map<std::string, std::string> files;  // feedback files by name, and "score", "message" of the row's files
    std::string next_pass_path;                // of the next pass's input; empty: there is none
};

/// The outcome that `row` gives to an ending and what was said. Pure. Everything that the row does not name, a signal
/// and every limit are a judge_fault that says what happened in the checker's own words.
CheckOutcome interpret_checker(const ProtocolRow& row, const RunOutcome& run, const CheckWords& words);

/// The arguments of `row`, placeholders filled in.
std::vector<std::string> expand_arguments(const std::vector<std::string>& arguments, const CheckFiles& files);

/// A check made ready to run, for callers that run it themselves: an interactor beside its contestant. Owns the
/// temporary folder that the request's paths lie in; keep it until the words are read.
class StagedCheck {
  public:
    /// `limits` go over the row's. An interactor needs no output; without a tout_path it gets one.
    /// Errors: io - a file of the case cannot be read, or no scratch folder made.
    static Result<StagedCheck> make(const ProtocolRow& row, const Executable& checker, const CheckFiles& files,
                                    const Limits& limits);
    StagedCheck(StagedCheck&&) noexcept;
    StagedCheck& operator=(StagedCheck&&) noexcept;
    ~StagedCheck();

    const RunRequest& request() const;
    /// Where an interactor writes for a checker.
    const std::string& tout_path() const;
    /// What the ending means under the row. Errors: io.
    Result<CheckOutcome> interpret(const RunOutcome& run) const;

  private:
    struct Stage;
    explicit StagedCheck(std::unique_ptr<Stage> stage);
    std::unique_ptr<Stage> stage_;
};

/// Runs `checker` on `files` and interprets it. `limits` go over the row's. An executable that is absent is a
/// judge_fault too. Errors: io - a file of the case cannot be read or no scratch folder made; sandbox, interrupted - as
/// Runner::run.
Result<CheckOutcome> run_checker(const ProtocolRow& row, const Executable& checker, const CheckFiles& files,
                                 const Limits& limits, Runner& runner);

}  // namespace judge
