#include "judging/data_check.h"

#include "base/files.h"
#include "checker/check_data.h"
#include "judging/checking.h"

namespace judge {
namespace {

void append(std::vector<Finding>& all, std::vector<Finding> more) {
    all.insert(all.end(), more.begin(), more.end());
}

// The problem's validators, compiled; what cannot be compiled becomes a finding.
Result<std::vector<ValidatorTool>> build_validators(const Problem& problem, const Protocols& protocols,
                                                    const Compiler& compile, Runner& runner,
                                                    std::vector<Finding>& findings) {
    std::vector<ValidatorTool> tools;
    if (problem.validators.empty()) return tools;
    JUDGE_ASSIGN(row, find_protocol(protocols.validators, problem.validator_protocol));
    for (const std::string& path : problem.validators) {
        Result<Executable> program = build_jury_program(path, problem.profile, compile, runner);
        if (program) {
            tools.push_back({std::string(file_name(path)), row, *std::move(program), {}});
            continue;
        }
        if (program.error().code != ErrorCode::bad_input) return program.error();
        findings.push_back({Severity::error, "validator-failed", program.error().message, program.error().hint});
    }
    return tools;
}

Result<std::vector<Finding>> check_answers_of(const Checking& checking, Runner& runner) {
    const Problem& problem = checking.problem();
    if (checking.broken() || problem.mode == Mode::interactive) return std::vector<Finding>{};
    if (!checking.has_checker())
        return check_answers(
            problem, [&](const TestCase& test_case) -> const Comparer& { return checking.comparer_of(test_case); });
    CheckerTool tool;
    tool.row = checking.checker_protocol();
    tool.program = checking.checker();
    tool.limits = problem.checker.limits;
    tool.files_of = [&](const TestCase& test_case) { return checking.files_of(test_case, ""); };
    return check_answers(problem, tool, runner);
}

}  // namespace

Result<std::vector<Finding>> check_data(std::shared_ptr<const Problem> problem, const Protocols& protocols,
                                        const Compiler& compile, Runner& runner) {
    std::vector<Finding> findings = check_case_names(*problem);
    JUDGE_ASSIGN(strays, check_stray_files(*problem));
    append(findings, std::move(strays));
    JUDGE_ASSIGN(bytes, check_case_bytes(*problem));
    append(findings, std::move(bytes));
    JUDGE_ASSIGN(validators, build_validators(*problem, protocols, compile, runner, findings));
    JUDGE_ASSIGN(inputs, check_inputs(*problem, validators, runner));
    append(findings, std::move(inputs));
    JUDGE_ASSIGN(checking, Checking::make(problem, protocols, compile, runner));
    if (checking->broken()) findings.push_back(*checking->broken());
    JUDGE_ASSIGN(answers, check_answers_of(*checking, runner));
    append(findings, std::move(answers));
    return findings;
}

}  // namespace judge
