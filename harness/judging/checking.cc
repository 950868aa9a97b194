#include "judging/checking.h"

#include <fcntl.h>

#include "base/fd.h"
#include "base/files.h"
#include "base/hash.h"
#include "checker/probe.h"

namespace judge {
namespace {

// An Error that says something about the machine or the user's wish to stop is not the problem's fault.
bool is_ours(const Error& error) {
    return error.code == ErrorCode::sandbox || error.code == ErrorCode::interrupted;
}

}  // namespace

Result<Executable> build_jury_program(const std::string& program, const std::string& profile_id,
                                      const Compiler& compile, Runner& runner) {
    BuildOrder order;
    order.submission.files = {program};
    order.profile_id = profile_id;
    order.file_access = FileAccess::allowed;
    JUDGE_ASSIGN(built, compile(order, runner));
    if (built.outcome.ok) return built.outcome.executable;
    return Error{ErrorCode::bad_input,
                 "cannot compile '" + program + "': " + built.outcome.reason + "\n" + built.outcome.build.log,
                 "mend the program, or try another compiler"};
}

void Checking::break_with(const char* code, std::string text, std::string remedy) {
    if (!broken_) broken_ = Finding{Severity::error, code, std::move(text), std::move(remedy)};
}

std::vector<std::string> Checking::args_of(const TestCase& test_case) const {
    std::vector<std::string> args = problem_->checker.args;
    for (const Group& group : problem_->groups)
        if (group.name == test_case.group)
            args.insert(args.end(), group.checker_args.begin(), group.checker_args.end());
    args.insert(args.end(), test_case.checker_args.begin(), test_case.checker_args.end());
    return args;
}

CheckFiles Checking::files_of(const TestCase& test_case, const std::string& submission_id) const {
    CheckFiles files;
    files.input_path = test_case.input.path;
    if (test_case.answer) files.answer_path = test_case.answer->path;
    if (!submission_id.empty()) files.submission_id = submission_id;
    files.args = args_of(test_case);
    return files;
}

Status Checking::prepare_interactor(const Protocols& protocols, const Compiler& compile, Runner& runner) {
    const std::string id = problem_->checker.protocol.empty() ? "kattis" : problem_->checker.protocol;
    const Result<const ProtocolRow*> row = find_protocol(protocols.interactors, id);
    if (!row) {
        break_with("unknown-protocol", problem_->checker.where + ": " + row.error().message, row.error().hint);
        return Done{};
    }
    interactor_protocol_ = *row;
    Result<Executable> built = build_jury_program(problem_->interactor, problem_->profile, compile, runner);
    if (!built && is_ours(built.error())) return built.error();
    if (built)
        interactor_ = *std::move(built);
    else
        break_with("broken-interactor", built.error().message, built.error().hint);
    return Done{};
}

void Checking::prepare_comparers() {
    const CheckerSpec& spec = problem_->checker;
    for (const TestCase& test_case : problem_->cases) {
        std::vector<std::string> args = args_of(test_case);
        if (comparers_.contains(args)) continue;
        Result<Comparer> comparer = make_comparer(spec.compare, args);
        if (!comparer) {
            const std::string what = args == spec.args ? "" : ", case '" + test_case.name + "'";
            break_with("unknown-comparison", spec.where + what + ": " + comparer.error().message,
                       comparer.error().hint);
            return;
        }
        comparers_.emplace(std::move(args), *std::move(comparer));
    }
}

const Comparer& Checking::comparer_of(const TestCase& test_case) const {
    return comparers_.at(args_of(test_case));
}

Status Checking::prepare(const Protocols& protocols, const Compiler& compile, Runner& runner) {
    const CheckerSpec& spec = problem_->checker;
    if (problem_->mode == Mode::interactive) JUDGE_TRY(prepare_interactor(protocols, compile, runner));
    if (spec.program.empty()) {
        if (problem_->mode == Mode::interactive) return Done{};  // the interactor's word is the verdict
        prepare_comparers();
        return Done{};
    }
    const Result<const ProtocolRow*> row = find_protocol(protocols.checkers, spec.protocol);
    if (!row) {
        break_with("unknown-protocol", spec.where + ": " + row.error().message, row.error().hint);
        return Done{};
    }
    Result<Executable> built = build_jury_program(spec.program, problem_->profile, compile, runner);
    if (!built && is_ours(built.error())) return built.error();
    if (!built) {
        break_with("broken-checker", built.error().message, built.error().hint);
        return Done{};
    }
    protocol_ = *row;
    checker_ = *std::move(built);
    if (problem_->mode == Mode::interactive) return Done{};  // there is no output to try it on
    for (const TestCase& test_case : problem_->cases) {
        if (!test_case.answer) continue;
        JUDGE_ASSIGN(finding,
                     probe_checker(*protocol_, checker_, files_of(test_case, ""), test_case.name, spec.limits, runner));
        broken_ = std::move(finding);
        break;
    }
    return Done{};
}

Result<std::shared_ptr<const Checking>> Checking::make(std::shared_ptr<const Problem> problem,
                                                       const Protocols& protocols, const Compiler& compile,
                                                       Runner& runner) {
    auto checking = std::shared_ptr<Checking>(new Checking(std::move(problem)));
    JUDGE_TRY(checking->prepare(protocols, compile, runner));
    return std::shared_ptr<const Checking>(std::move(checking));
}

std::string Checking::identity() const {
    Hasher hasher;
    hasher.add_field(protocol_ ? protocol_->id : "compare");
    hasher.add_field(protocol_ ? checker_.key : problem_->checker.compare);
    for (const std::string& arg : problem_->checker.args) hasher.add_field(arg);
    hasher.add_field(interactor_.key);
    return hasher.hex();
}

Result<std::optional<CheckOutcome>> Checking::check(const TestCase& test_case, const CheckFiles& files,
                                                    const HashedFile* known, Runner& runner) const {
    if (protocol_) {
        JUDGE_ASSIGN(outcome, run_checker(*protocol_, checker_, files, problem_->checker.limits, runner));
        return std::optional(std::move(outcome));
    }
    if (!test_case.answer) return std::optional<CheckOutcome>();
    const Result<Fd> answer = open_file(test_case.answer->path, O_RDONLY);
    if (!answer) {
        CheckOutcome fault;
        fault.message = answer.error().message;
        return std::optional(std::move(fault));
    }
    const Comparer& comparer = comparer_of(test_case);
    if (known == nullptr || !known->is_still(answer->get()))
        return std::optional(compare(comparer, files.output_fd, answer->get()));
    return std::optional(compare(comparer, files.output_fd, answer->get(), {known->digest, known->state->size}));
}

}  // namespace judge
