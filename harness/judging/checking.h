#pragma once

// How the outputs of one problem are judged, made ready once: the comparison it names, or its checker and interactor
// compiled and tried out.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/check_run.h"
#include "checker/comparer.h"
#include "checker/protocol.h"
#include "judging/build.h"
#include "judging/hashed_file.h"
#include "model/check.h"
#include "model/problem.h"
#include "sandbox/runner.h"

namespace judge {

/// A program of the jury: checker, interactor or validator. Errors: bad_input - it does not compile, with the
/// compiler's words; as the compiler's.
Result<Executable> build_jury_program(const std::string& path, const std::string& profile_id, const Compiler& compile,
                                      Runner& runner);

/// Ready to judge outputs of one problem. Shared by workers: all members are constant after `make`.
class Checking {
  public:
    /// Compiles what the problem brings and probes it: the jury's own answer must pass, an empty output must not.
    /// Never fails for the problem's faults: they are kept in `broken()` and become judge_error of every case.
    /// Errors: sandbox, interrupted.
    static Result<std::shared_ptr<const Checking>> make(std::shared_ptr<const Problem> problem,
                                                        const Protocols& protocols, const Compiler& compile,
                                                        Runner& runner);

    /// What is wrong with the problem, if anything.
    const std::optional<Finding>& broken() const { return broken_; }
    const Problem& problem() const { return *problem_; }

    /// Everything that its word depends on besides the case: the comparison and its flags, or the programs' keys.
    std::string identity() const;

    /// What is said of the output that `files` names for `test_case`; nothing if there is no answer to compare with. A
    /// comparison need not read an answer that is still the file behind `known`, which may be null.
    Result<std::optional<CheckOutcome>> check(const TestCase& test_case, const CheckFiles& files,
                                              const HashedFile* known, Runner& runner) const;

    /// The interactor of an interactive problem and the convention it follows; null elsewhere.
    const ProtocolRow* interactor_protocol() const { return interactor_protocol_; }
    const Executable& interactor() const { return interactor_; }
    /// The comparison with the flags of the problem, the case's group and the case: of a problem without a checker
    /// program that is not broken.
    const Comparer& comparer_of(const TestCase& test_case) const;
    /// The checker program and the convention it follows; null where there is none.
    const ProtocolRow* checker_protocol() const { return protocol_; }
    const Executable& checker() const { return checker_; }
    /// True if a checker looks at what the interactor left (testlib's tout) after a run.
    bool has_checker() const { return protocol_ != nullptr; }

    /// The files and arguments of a case, as checkers and interactors are given them.
    CheckFiles files_of(const TestCase& test_case, const std::string& submission_id) const;

  private:
    std::vector<std::string> args_of(const TestCase& test_case) const;
    explicit Checking(std::shared_ptr<const Problem> problem) : problem_(std::move(problem)) {}
    Status prepare(const Protocols& protocols, const Compiler& compile, Runner& runner);
    void prepare_comparers();
    Status prepare_interactor(const Protocols& protocols, const Compiler& compile, Runner& runner);
    void break_with(const char* code, std::string text, std::string remedy);

    std::shared_ptr<const Problem> problem_;
    std::optional<Finding> broken_;
    std::map<std::vector<std::string>, Comparer> comparers_;  // by flags
    const ProtocolRow* protocol_ = nullptr;
    Executable checker_;
    const ProtocolRow* interactor_protocol_ = nullptr;
    Executable interactor_;
};

}  // namespace judge
