#pragma once

// Looking over a problem's data before anyone is judged with it: names, bytes, inputs against validators, answers
// against the checker. Each function says what it found; nothing found is an empty list.

#include <functional>
#include <string>
#include <vector>

#include "checker/check_run.h"
#include "checker/comparer.h"
#include "model/problem.h"
#include "model/report.h"

namespace judge {

/// What the names alone tell. Codes: no-cases, no-samples, empty-group, missing-answer (an error where a comparer needs
/// one; none in interactive problems), duplicate-name, odd-name (a blank, a control character, a leading '-'),
/// name-order (judges that sort by bytes run the cases in another order).
std::vector<Finding> check_case_names(const Problem& problem);

/// Files that look like data and are not used: other letters than .in and .ans ("7.IN", "7.out"), hidden ones, and data
/// beside sample/ and secret/ instead of in them. Code: stray-file. Only of problems whose data lie so. Errors: io.
Result<std::vector<Finding>> check_stray_files(const Problem& problem);

/// What the bytes of inputs and answers tell. Codes: utf16 (an error: no comparer reads it), byte-order-mark, nul-byte,
/// not-utf8, crlf, lone-cr, no-final-newline, trailing-blanks, empty-input, empty-answer, duplicate-input, and
/// contradiction (equal inputs, other answers, and a comparer that knows but one). Errors: io - a file cannot be read.
Result<std::vector<Finding>> check_case_bytes(const Problem& problem);

/// A validator that is ready to run: its name for the text, its protocol row, its program and its arguments.
struct ValidatorTool {
    std::string name;
    const ProtocolRow* row = nullptr;
    Executable program;
    std::vector<std::string> args;
};

/// Every input against every validator. Codes: invalid-input (the validator refuses it, in its own words),
/// validator-failed (it crashed, ran into a limit or cannot be run). Errors: io; sandbox and interrupted as
/// Runner::run.
Result<std::vector<Finding>> check_inputs(const Problem& problem, const std::vector<ValidatorTool>& validators,
                                          Runner& runner);

/// The files and arguments with which the checker is called on a case.
using FilesOf = std::function<CheckFiles(const TestCase&)>;

/// A checker that is ready to run.
struct CheckerTool {
    const ProtocolRow* row = nullptr;
    Executable program;
    Limits limits;
    FilesOf files_of;
};

/// The comparer of a case, whose flags may be its own or its group's.
using ComparerOf = std::function<const Comparer&(const TestCase&)>;

/// Every answer shown to the checker as probe_checker does, or to the comparer as probe_comparer does; cases without
/// answer are passed over. Codes: those of probe.h. Errors: as there.
Result<std::vector<Finding>> check_answers(const Problem& problem, const CheckerTool& checker, Runner& runner);
Result<std::vector<Finding>> check_answers(const Problem& problem, const ComparerOf& comparer_of);

}  // namespace judge
