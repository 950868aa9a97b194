#pragma once

// How checker programs, interactors and input validators are spoken to: rows of data/protocols.json, one a convention.
// A row says the arguments, where the output goes, what each exit code means, and where points and words are found.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/check.h"
#include "model/limits.h"

namespace judge {

/// What an exit code says.
enum class ExitMeaning : std::uint8_t {
    accepted,
    wrong_answer,
    presentation_error,
    judge_fault,
    score,  // the points, found as `ScoreSource` says, decide
};

/// Where points are found. A score of 1 (or 100 %) is accepted, of 0 wrong answer, else partial.
enum class ScoreSource : std::uint8_t {
    none,
    testlib,          // standard error: "points X" is absolute; "partially correct (k)", with whatever code, k percent
    testlib_share,    // as testlib, but X is a share of the full points
    stderr_points,    // a line "points N" on standard error: absolute
    stderr_partial,   // a line "partial X/Y" on standard error
    stdout_fraction,  // standard output: 0 to 1
    stdout_percent,   // standard output: 0 to 100
    stdout_ratio,     // two lines X and Y on standard output: X/Y
    exit_percent,     // the exit code: 0 to 100
    score_file,       // the file that {score_file} names: points out of {full_score}
    kattis,           // feedback files, when accepted: score.txt is absolute, score_multiplier.txt a share
};

/// Where the checker finds the contestant's output.
enum class OutputPlace : std::uint8_t { path, standard_input };

/// One convention. Placeholders in `arguments` and `files`: {input} {answer} {output} {tout} {submission} {source}
/// {feedback_dir} {full_score} {score_file} {message_file}; "{args}" alone becomes the extra arguments, none or
/// several.
struct ProtocolRow {
    std::string id;
    std::string role = "checker";  // for messages; "interactor" and "validator" in their tables
    std::string title;
    std::string source;
    std::vector<std::string> arguments;
    OutputPlace output = OutputPlace::path;
    std::vector<std::pair<std::string, std::string>> files;  // name in the working directory, placeholder
    std::array<ExitMeaning, 256> exit{};
    ScoreSource score = ScoreSource::none;
    std::vector<std::string> message;  // "stderr", "stdout", "message" (the file) or a feedback file; first not empty
    std::string team_message;          // a feedback file, or empty
    std::string next_pass;             // a feedback file, or empty
    Limits limits;                     // of the program itself
};

struct Protocols {
    std::vector<ProtocolRow> checkers;
    std::vector<ProtocolRow> interactors;
    std::vector<ProtocolRow> validators;
};

/// The rows that are part of the program.
Result<Protocols> built_in_protocols();

/// Replaces and adds rows by id. Errors: bad_input - with file and line: unknown key, meaning, source or placeholder,
/// an exit code outside 0 to 255.
Status merge_protocols(Protocols& protocols, std::string text, const std::string& file);

/// Errors: not_found - with the known ids as hint.
Result<const ProtocolRow*> find_protocol(const std::vector<ProtocolRow>& rows, std::string_view id);

}  // namespace judge
