#pragma once

// Interactive problems: which of two endings counts.

#include <string>

#include "model/check.h"
#include "sandbox/runner.h"

namespace judge {

/// The facts that the verdict on an interactive case rests on: judge `contestant` with `check` as if the checker had
/// looked at its output. `note` explains what the ending alone does not say; printable, may be empty.
struct PairFacts {
    RunOutcome contestant;  // its ending is status 0 where its own does not count
    CheckOutcome check;
    std::string note;
    bool limits_count = true;  // false: the contestant ran on after it was found wrong, and for how long is no matter
};

/// Whether a contestant that died because nobody read any more is forgiven once the interactor has accepted.
enum class BrokenPipe : std::uint8_t { forgiven, counts };

/// The rule, pure. `said` is what the interactor's ending means under its protocol (StagedCheck::interpret). The rank
/// tells who may have known of the other's end (Runner::run_pair), not whose process was gone first, so that the
/// verdict is the same each time:
///
///   both wait for input           the contestant's wall limit, and the note that a flush may be missing
///   the interactor says wrong     its word, if it came to it by itself (whatever the contestant used afterwards), or
///                                 if the contestant ended well or of a broken pipe; else the contestant's own
///                                 failure, of which the wrong end is a consequence
///   the interactor accepts or     the contestant must end well too; a broken pipe is forgiven (or not, as told)
///   gives points
///   the interactor fails          judge_fault; but a contestant that failed by itself first, or was stopped at a limit
///                                 of its own, answers for that, and one that left first while the interactor was still
///                                 writing (it died of SIGPIPE) is wrong
///
/// A contestant that was stopped at a limit counts as having failed.
PairFacts judge_pair(const PairOutcome& pair, const CheckOutcome& said, BrokenPipe broken_pipe);

/// The transcript as text, a line "0.012 > text" from the contestant and "0.013 < text" to it; printable, cut to at
/// most `limit` bytes between lines.
std::string transcript_text(const std::vector<TranscriptLine>& transcript, std::size_t limit);

}  // namespace judge
