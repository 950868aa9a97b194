#pragma once

// Which of several accepted programs is faster, and by how much.
//
// Programs run in rounds: in each round, every case runs once with every program, in an order that is turned round by
// round (A B, then B A), so that a machine that drifts hits all alike. One round before the first warms files and
// caches up and is thrown away. Rounds go on until the interval of the overall ratio is as narrow as was asked, or the
// time is up, which is looked at before every run: only the width decides, never the side of 1 on which it lies.
//
// A call is made for the sum of all cases, with Holm's correction over the pairs of programs, and for each case, with
// that correction over the cases of all pairs; it is made only if the 99 % interval lies at least 1 % from 1. The times
// are CPU times of whole process trees.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "model/executable.h"
#include "model/limits.h"
#include "sandbox/runner.h"
#include "stats/growth.h"
#include "stats/ratio.h"
#include "stats/rounds.h"

namespace judge {

struct CompareCase {
    std::string name;
    std::string input;  // path
    double size = 0;    // of the input, in whatever unit the caller has; 0 = not known
};

struct Contender {
    const Executable* program = nullptr;
    std::vector<Limits> limits;  // effective, by case
};

struct CompareRequest {
    std::vector<Contender> contenders;  // two at least
    std::vector<CompareCase> cases;     // one at least
    RoundBudget budget;
    std::uint32_t cpu = RunRequest::kAnyCpu;
};

/// What the rounds gave. Only cases that every program ended with status 0 in every round are `steady`; others are left
/// out from the round on in which they were not.
struct Rounds {
    std::vector<std::vector<std::vector<double>>> seconds;  // [contender][case][round]; positive
    std::vector<bool> steady;                               // by case
    std::size_t count = 0;                                  // whole rounds; 0 = the time was too short for one
    std::size_t disturbed = 0;                              // readings
    RoundDecision ended = RoundDecision::go_on;
    Nanos elapsed{};
};

/// Runs the rounds on `runner`: at least as many as `fewest_rounds` says, where the budget allows. A round that the
/// time cut short is thrown away, and with it the round before if that has no partner. `now` is a monotonic clock.
/// After each round `tell` hears how many there were; may be empty. Errors: sandbox, io, interrupted; usage - no case
/// was steady.
Result<Rounds> run_rounds(const CompareRequest& request, Runner& runner, const std::function<Nanos()>& now,
                          const std::function<void(std::size_t)>& tell = {});

/// So many rounds that a program which is slower in every one can be called so after the correction over all cases of
/// all pairs of `contenders` programs.
std::size_t fewest_rounds(std::size_t contenders, std::size_t cases);

/// A round in which one program took far longer or shorter than usual, against the other.
struct WildRound {
    std::size_t round = 0;  // from 0
    double ratio = 1;
};

struct CaseSpeed {
    std::size_t case_index = 0;
    RatioInterval interval;                     // seconds of `second` for each of `first`
    double adjusted_p = 1;                      // of the sign-and-rank test, after Holm
    SpeedCall call = SpeedCall::no_difference;  // of `second`
    std::vector<WildRound> wild;
};

/// Two contenders against each other; every ratio is second / first.
struct PairSpeed {
    std::size_t first = 0, second = 1;
    RatioInterval overall;
    double adjusted_p = 1;  // of the sign-and-rank test, after Holm over the pairs
    SpeedCall call = SpeedCall::no_difference;
    std::vector<CaseSpeed> cases;                // the steady ones, in order
    std::optional<std::size_t> most_separating;  // index into `cases`: called, and furthest from 1
    std::vector<std::size_t> against;            // into `cases`: called the other way than `call`
};

/// Every pair of contenders, the first with each later one, then the second, and so on; none where there was no round.
std::vector<PairSpeed> compare_speed(const Rounds& rounds);

/// How the median times of each contender grow over the sizes of the steady cases; nothing if there are fewer than
/// three sizes or the largest is not at least four times the least.
std::vector<std::optional<GrowthFit>> compare_growth(const Rounds& rounds, const std::vector<CompareCase>& cases);

}  // namespace judge
