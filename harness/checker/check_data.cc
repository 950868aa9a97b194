#include "checker/check_data.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/fd.h"
#include "base/files.h"
#include "base/utf8.h"
#include "checker/probe.h"

namespace judge {

namespace {

Finding finding(Severity severity, const char* code, std::string text, std::string remedy) {
    return {severity, code, std::move(text), std::move(remedy)};
}

bool is_odd(std::string_view name) {
    if (name.starts_with('-') || name.find("/-") != std::string_view::npos) return true;
    return std::any_of(name.begin(), name.end(),
                       [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7F; });
}

bool needs_answer(const Problem& problem) {
    return problem.mode == Mode::batch && problem.checker.program.empty();
}

void check_name(const Problem& problem, const TestCase& test, std::set<std::string>& seen,
                std::vector<Finding>& findings) {
    const std::string shown = printable(test.name);
    if (!seen.insert(test.name).second)
        findings.push_back(finding(Severity::error, "duplicate-name", fmt::format("case '{}' is there twice", shown),
                                   "rename one of the two"));
    if (is_odd(test.name))
        findings.push_back(finding(
            Severity::warning, "odd-name",
            fmt::format("the name of case '{}' holds a blank or a control character, or begins with '-'", shown),
            "use letters, digits, '-', '_' and '.'"));
    if (!test.answer && needs_answer(problem))
        findings.push_back(finding(Severity::error, "missing-answer",
                                   fmt::format("case '{}' has no answer to compare with", shown),
                                   fmt::format("add the answer beside '{}'", test.input.path)));
}

/// The first case, in natural order, that judges which sort by bytes run earlier.
void check_order(const Problem& problem, std::vector<Finding>& findings) {
    std::vector<std::string> by_bytes;
    for (const TestCase& test : problem.cases) by_bytes.push_back(test.name);
    std::sort(by_bytes.begin(), by_bytes.end());
    std::vector<std::string> natural = by_bytes;
    std::sort(natural.begin(), natural.end(), natural_less);
    const auto [a, b] = std::mismatch(by_bytes.begin(), by_bytes.end(), natural.begin());
    if (a == by_bytes.end()) return;
    findings.push_back(
        finding(Severity::note, "name-order",
                fmt::format("judges that sort names by bytes run case '{}' before '{}'", printable(*a), printable(*b)),
                "write numbers with leading zeros: 01, 02, ... 10"));
}

// Whether a file of this name was meant as an input or an answer.
bool looks_like_data(const std::string& name) {
    const std::string kind = lower_ascii(extension(name.starts_with('.') ? std::string_view(name).substr(1) : name));
    for (const char* each : {"in", "ans", "out", "a", "inp", "input", "output", "answer", "in~", "ans~", "bak"})
        if (kind == each) return true;
    return false;
}

enum class Depth { here, all };

Status add_stray_files(const std::string& folder, const std::string& shown, Depth depth,
                       const std::set<std::string>& used, std::vector<Finding>& findings) {
    JUDGE_ASSIGN(entries, list_directory(folder));
    for (const DirEntry& entry : entries) {
        const std::string path = join_path(folder, entry.name);
        const std::string name = shown.empty() ? entry.name : join_path(shown, entry.name);
        if (entry.kind == DirEntry::Kind::directory && depth == Depth::all)
            JUDGE_TRY(add_stray_files(path, name, depth, used, findings));
        if (entry.kind != DirEntry::Kind::file || used.contains(path) || !looks_like_data(entry.name)) continue;
        findings.push_back(finding(
            Severity::warning, "stray-file",
            fmt::format("'{}' is neither an input nor the answer of one: nothing is judged with it", printable(name)),
            "inputs end in .in, answers in .ans, in small letters and without a dot in front, below sample/ or "
            "secret/"));
    }
    return Done{};
}

}  // namespace

std::vector<Finding> check_case_names(const Problem& problem) {
    std::vector<Finding> findings;
    if (problem.cases.empty())
        return {finding(Severity::error, "no-cases", fmt::format("problem '{}' has 0 cases", printable(problem.id)),
                        "add inputs and answers below sample/ and secret/")};
    std::set<std::string> seen, groups;
    bool samples = false;
    for (const TestCase& test : problem.cases) {
        check_name(problem, test, seen, findings);
        samples = samples || test.sample;
        groups.insert(test.group);
    }
    if (!samples)
        findings.push_back(finding(Severity::note, "no-samples", "no case is a sample",
                                   "put the samples of the statement below sample/"));
    for (const Group& group : problem.groups) {
        const auto below = [&](const std::string& name) {
            return name == group.name || name.starts_with(group.name + "/");
        };
        if (std::none_of(groups.begin(), groups.end(), below))
            findings.push_back(finding(Severity::warning, "empty-group",
                                       fmt::format("group '{}' has no cases", printable(group.name)),
                                       "add cases, or remove the group"));
    }
    check_order(problem, findings);
    return findings;
}

Result<std::vector<Finding>> check_stray_files(const Problem& problem) {
    std::set<std::string> used;
    for (const TestCase& test : problem.cases) {
        used.insert(test.input.path);
        if (test.answer) used.insert(test.answer->path);
    }
    std::vector<Finding> findings;
    bool has_groups = false;
    for (const char* top : {"sample", "secret"}) {
        const std::string folder = join_path(problem.folder, top);
        if (!is_directory(folder)) continue;
        has_groups = true;
        JUDGE_TRY(add_stray_files(folder, top, Depth::all, used, findings));
    }
    if (has_groups) JUDGE_TRY(add_stray_files(problem.folder, "", Depth::here, used, findings));
    return findings;
}

Result<std::vector<Finding>> check_inputs(const Problem& problem, const std::vector<ValidatorTool>& validators,
                                          Runner& runner) {
    std::vector<Finding> findings;
    for (const TestCase& test : problem.cases)
        for (const ValidatorTool& validator : validators) {
            CheckFiles files;
            files.input_path = files.output_path = test.input.path;
            files.args = validator.args;
            ProtocolRow row = *validator.row;
            row.output = OutputPlace::standard_input;  // the input stands where a checker finds the output
            JUDGE_ASSIGN(outcome, run_checker(row, validator.program, files, {}, runner));
            if (outcome.kind == CheckOutcome::Kind::accepted) continue;
            const bool failed = outcome.kind == CheckOutcome::Kind::judge_fault;
            const std::string said = outcome.message.empty() ? "" : ": " + outcome.message;
            findings.push_back(finding(
                Severity::error, failed ? "validator-failed" : "invalid-input",
                fmt::format("validator '{}' {} the input of case '{}'{}", validator.name,
                            failed ? "fails on" : "refuses", printable(test.name), said),
                failed ? "mend the validator" : fmt::format("correct '{}', or the validator", test.input.path)));
        }
    return findings;
}

Result<std::vector<Finding>> check_answers(const Problem& problem, const CheckerTool& checker, Runner& runner) {
    std::vector<Finding> findings;
    for (const TestCase& test : problem.cases) {
        if (!test.answer) continue;
        JUDGE_ASSIGN(found, probe_checker(*checker.row, checker.program, checker.files_of(test), test.name,
                                          checker.limits, runner));
        if (found) findings.push_back(*found);
    }
    return findings;
}

Result<std::vector<Finding>> check_answers(const Problem& problem, const ComparerOf& comparer_of) {
    std::vector<Finding> findings;
    for (const TestCase& test : problem.cases) {
        if (!test.answer) continue;
        JUDGE_ASSIGN(found, probe_comparer(comparer_of(test), test.answer->path, test.name));
        if (found) findings.push_back(*found);
    }
    return findings;
}

}  // namespace judge
