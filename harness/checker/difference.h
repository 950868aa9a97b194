#pragma once

// What a comparer found, and its translation into words and a Difference: where, which tokens, and an excerpt of both
// sides. Only an output that is not accepted pays for this: it reads both files again up to the place.

#include <cstdint>
#include <string>

#include "model/check.h"

namespace judge {

/// Why a comparer stopped.
enum class Cause : std::uint8_t {
    none,          // nothing to say: accepted
    byte,          // the bytes differ
    line,          // the lines differ
    token,         // the tokens differ
    number,        // both are numbers, too far apart
    not_a_number,  // the answer is a number, the output is not
    output_ends,   // the answer goes on
    output_goes_on,
    white_space,  // the tokens agree, the white space before this place does not
    unmatched,    // unordered: an item of the output without its partner
    missing,      // unordered: an item of the answer without its partner
    form,         // the output is not of the form that the checker reads
    answer_form,  // the answer is not: a fault of the jury
};

/// A comparer's finding. Offsets are where the two sides part, which may be inside a token.
struct Found {
    CheckOutcome::Kind kind = CheckOutcome::Kind::accepted;
    Cause cause = Cause::none;
    std::uint64_t output_offset = 0;
    std::uint64_t answer_offset = 0;
    std::string words;            // replaces the sentence made from `cause`
    std::optional<double> score;  // of partial
};

/// The outcome for `found`, with its Difference and message. Reads both files from their beginning to the place.
CheckOutcome explain(const Found& found, int output_fd, int answer_fd);

}  // namespace judge
