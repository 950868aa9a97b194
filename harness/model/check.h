#pragma once

// What judging an output found out: a built-in comparer's word, or a checker program's. Not yet a verdict: that is
// `verdict_of` in judging, which also knows how the run itself ended.

#include <cstdint>
#include <optional>
#include <string>

#include "model/report.h"

namespace judge {

struct CheckOutcome {
    enum class Kind : std::uint8_t {
        accepted,
        wrong_answer,
        presentation_error,  // the tokens are right, the white space is not
        partial,             // some of the points: `score` or `points` says how many
        judge_fault,         // the jury's part failed: answer, checker, protocol. Never the contestant's fault
    };
    Kind kind = Kind::judge_fault;
    std::optional<double> score;           // 0 to 1, where the protocol gives a share of the full points
    std::optional<double> points;          // absolute points, where the protocol gives those
    std::string message;                   // for the jury: printable UTF-8, at most a few KB, may be empty
    std::string team_message;              // what the checker lets the contestant see; printable
    std::optional<Difference> difference;  // only comparers know
    std::optional<std::string> next_pass;  // multi-pass: path of the file that is the input of the next run

    bool operator==(const CheckOutcome&) const = default;
};

}  // namespace judge
