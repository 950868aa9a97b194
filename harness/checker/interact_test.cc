#include "checker/interact.h"

#include <gtest/gtest.h>

#include <csignal>

namespace judge {
namespace {

using Kind = CheckOutcome::Kind;

enum class First { contestant, interactor };

struct RuleCase {
    const char* name;
    Ending contestant;
    Ending interactor;
    Kind said;
    First first;
    bool own_ending;  // the contestant's ending counts
    Kind check;       // else what the check says
};

PairFacts facts_of(const RuleCase& rule, BrokenPipe broken_pipe) {
    PairOutcome pair;
    pair.contestant.ending = rule.contestant;
    pair.interactor.ending = rule.interactor;
    pair.contestant.finish_rank = rule.first == First::contestant ? 0 : 1;
    pair.interactor.finish_rank = 1 - pair.contestant.finish_rank;
    CheckOutcome said;
    said.kind = rule.said;
    return judge_pair(pair, said, broken_pipe);
}

// pains 60, 61 and 63 are rows.
TEST(JudgePair, WhoseEndingCounts) {
    const Ending well = Exited{0}, failed = Exited{1}, crashed = Signalled{SIGSEGV}, pipe = Signalled{SIGPIPE};
    const Ending slow = Stopped{LimitKind::cpu_time}, flood = Stopped{LimitKind::output};
    const Kind ac = Kind::accepted, wa = Kind::wrong_answer, pe = Kind::presentation_error, fault = Kind::judge_fault;
    const std::vector<RuleCase> rules = {
        {"both well", well, Exited{42}, ac, First::interactor, true, ac},
        {"both well, the contestant first", well, Exited{42}, ac, First::contestant, true, ac},
        {"wrong, both well", well, Exited{43}, wa, First::interactor, false, wa},
        {"left early, the interactor minds", well, Exited{43}, wa, First::contestant, false, wa},
        {"form, left early", well, Exited{2}, pe, First::contestant, false, pe},
        {"P61 wrong first, then the contestant crashes", crashed, Exited{43}, wa, First::interactor, false, wa},
        {"P61 wrong first, then SIGPIPE", pipe, Exited{43}, wa, First::interactor, false, wa},
        {"P61 SIGPIPE reaped first", pipe, Exited{43}, wa, First::contestant, false, wa},
        {"wrong first, then the contestant spins", slow, Exited{43}, wa, First::interactor, false, wa},
        {"wrong first, then exit 1", failed, Exited{43}, wa, First::interactor, false, wa},
        {"the contestant crashes, the interactor sees the end", crashed, Exited{43}, wa, First::contestant, true, wa},
        {"the contestant exits 1, the interactor sees the end", failed, Exited{43}, wa, First::contestant, true, wa},
        {"the contestant is too slow, the interactor sees the end", slow, Exited{43}, wa, First::contestant, true, wa},
        {"P60 output flood, the interactor sees the end", flood, Exited{43}, wa, First::contestant, true, wa},
        {"P63 accepted, then the contestant still writes", pipe, Exited{42}, ac, First::interactor, false, ac},
        {"accepted, then the contestant crashes", crashed, Exited{42}, ac, First::interactor, true, ac},
        {"accepted, then the contestant spins", slow, Exited{42}, ac, First::interactor, true, ac},
        {"accepted, the contestant had failed", failed, Exited{42}, ac, First::contestant, true, ac},
        {"the interactor fails by itself", well, Exited{0}, fault, First::interactor, false, fault},
        {"the interactor crashes, then SIGPIPE", pipe, Signalled{SIGSEGV}, fault, First::interactor, false, fault},
        {"the contestant crashes, then the interactor", crashed, Signalled{SIGABRT}, fault, First::contestant, true,
         fault},
        {"the interactor crashes, then the contestant", crashed, Signalled{SIGABRT}, fault, First::interactor, false,
         fault},
        {"left early, the interactor dies writing", well, pipe, fault, First::contestant, false, wa},
        {"left early, the interactor crashes otherwise", well, Signalled{SIGABRT}, fault, First::contestant, false,
         fault},
        {"the contestant hangs until the interactor is stopped too", Stopped{LimitKind::wall_time},
         Stopped{LimitKind::wall_time}, fault, First::interactor, true, fault},
        {"partial, then SIGPIPE", pipe, Exited{7}, Kind::partial, First::interactor, false, Kind::partial},
        {"partial, then the contestant spins", slow, Exited{7}, Kind::partial, First::interactor, true, Kind::partial},
    };
    for (const RuleCase& rule : rules) {
        const PairFacts facts = facts_of(rule, BrokenPipe::forgiven);
        if (rule.own_ending)
            EXPECT_EQ(facts.contestant.ending, rule.contestant) << rule.name;
        else
            EXPECT_EQ(facts.contestant.ending, Ending(Exited{0})) << rule.name;
        EXPECT_EQ(static_cast<int>(facts.check.kind), static_cast<int>(rule.check)) << rule.name;
        EXPECT_EQ(facts.note.empty(), rule.own_ending || rule.contestant == well) << rule.name << ": " << facts.note;
    }
}

TEST(JudgePair, WhatAProgramUsesAfterItWasFoundWrongIsNoMatter) {
    const Ending slow = Stopped{LimitKind::cpu_time};
    const auto limits_count = [&](Kind said, First first) {
        return facts_of({"", slow, Exited{43}, said, first, false, said}, BrokenPipe::forgiven).limits_count;
    };
    EXPECT_FALSE(limits_count(Kind::wrong_answer, First::interactor));
    EXPECT_TRUE(limits_count(Kind::wrong_answer, First::contestant));
    EXPECT_TRUE(limits_count(Kind::accepted, First::interactor));
}

TEST(JudgePair, BrokenPipeMayCount) {
    const RuleCase rule = {"",    Signalled{SIGPIPE}, Exited{42}, Kind::accepted, First::interactor,
                           false, Kind::accepted};
    EXPECT_EQ(facts_of(rule, BrokenPipe::counts).contestant.ending, Ending(Signalled{SIGPIPE}));
}

TEST(Pains, P65BothWaitingIsATimeLimitWithAHint) {
    PairOutcome pair;
    pair.contestant.ending = pair.interactor.ending = Stopped{LimitKind::wall_time};
    pair.both_waiting = true;
    CheckOutcome said;
    said.kind = Kind::judge_fault;
    const PairFacts facts = judge_pair(pair, said, BrokenPipe::forgiven);
    EXPECT_EQ(facts.contestant.ending, Ending(Stopped{LimitKind::wall_time}));
    EXPECT_EQ(facts.note, "both sides are waiting: a missing flush?");
}

TEST(TranscriptText, ShowsDirectionTimeAndInvisibleBytes) {
    const std::vector<TranscriptLine> lines = {{Nanos(12'345'678), true, "? 1\n"},
                                               {Nanos(13'000'000), false, std::string("<\0\n", 3)},
                                               {Nanos(14'000'000), true, "! 7"}};
    EXPECT_EQ(transcript_text(lines, 1000), "0.012 > ? 1\n0.013 < <\\0\n0.014 > ! 7\n");
    EXPECT_EQ(transcript_text(lines, 15), "0.012 > ? 1\n…\n");
}

}  // namespace
}  // namespace judge
