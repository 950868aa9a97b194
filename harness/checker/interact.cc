#include "checker/interact.h"

#include <fmt/format.h>

#include <csignal>

#include "base/utf8.h"

namespace judge {

namespace {

using Kind = CheckOutcome::Kind;

bool died_of(const RunOutcome& run, int signal) {
    const auto* signalled = std::get_if<Signalled>(&run.ending);
    return signalled != nullptr && signalled->signal == signal;
}

bool ended_well(const RunOutcome& run) {
    const auto* exited = std::get_if<Exited>(&run.ending);
    return exited != nullptr && exited->code == 0;
}

bool stopped(const RunOutcome& run) {
    return std::holds_alternative<Stopped>(run.ending);
}

PairFacts by_contestant(const PairOutcome& pair, const CheckOutcome& said, std::string note = "") {
    return {pair.contestant, said, std::move(note), true};
}

/// The interactor's word counts, whatever the contestant's ending was.
PairFacts by_interactor(const PairOutcome& pair, CheckOutcome said) {
    PairFacts facts{pair.contestant, std::move(said), "", true};
    if (!ended_well(pair.contestant))
        facts.note = "the interactor had come to its word by itself: the program's own ending does not count";
    facts.contestant.ending = Exited{0};
    return facts;
}

PairFacts found_wrong(const PairOutcome& pair, const CheckOutcome& said) {
    PairFacts facts = by_interactor(pair, said);
    facts.limits_count = false;
    return facts;
}

PairFacts interactor_failed(const PairOutcome& pair, const CheckOutcome& said, bool contestant_first) {
    if (stopped(pair.contestant)) return by_contestant(pair, said);
    if (contestant_first && !ended_well(pair.contestant)) return by_contestant(pair, said);
    if (contestant_first && died_of(pair.interactor, SIGPIPE)) {
        CheckOutcome left = said;
        left.kind = Kind::wrong_answer;
        left.message = "the program ended while the interactor was still talking to it";
        return by_interactor(pair, std::move(left));
    }
    return by_interactor(pair, said);
}

}  // namespace

PairFacts judge_pair(const PairOutcome& pair, const CheckOutcome& said, BrokenPipe broken_pipe) {
    const bool contestant_first = pair.contestant.finish_rank < pair.interactor.finish_rank;
    const bool broken = died_of(pair.contestant, SIGPIPE);
    if (pair.both_waiting) return by_contestant(pair, said, "both sides are waiting: a missing flush?");
    switch (said.kind) {
        case Kind::judge_fault:
            return interactor_failed(pair, said, contestant_first);
        case Kind::accepted:
        case Kind::partial:
            if (broken && broken_pipe == BrokenPipe::forgiven) return by_interactor(pair, said);
            return by_contestant(pair, said);
        case Kind::wrong_answer:
        case Kind::presentation_error:
            if (!contestant_first) return found_wrong(pair, said);
            if (broken || ended_well(pair.contestant)) return by_interactor(pair, said);
            return by_contestant(pair, said);
    }
    return by_interactor(pair, said);
}

std::string transcript_text(const std::vector<TranscriptLine>& transcript, std::size_t limit) {
    std::string text;
    for (const TranscriptLine& line : transcript) {
        std::string_view words = line.text;
        if (words.ends_with('\n')) words.remove_suffix(1);
        std::string shown =
            fmt::format("{:.3f} {} {}\n", to_seconds(line.at), line.from_contestant ? '>' : '<', printable(words));
        if (text.size() + shown.size() > limit) return text + "…\n";
        text += shown;
    }
    return text;
}

}  // namespace judge
