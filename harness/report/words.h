#pragma once

// How all reports word the same facts: verdicts with their reasons, figures
// against limits, what was expected, the summary. One place, so that the
// terminal, the browser and a pull request never disagree.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/report.h"
#include "report/messages.h"

namespace judge {

/// "RTE (Segfault)", "런타임 에러 (Segfault)", "틀렸습니다"; the score of a
/// partial one: "PAC (40)".
std::string verdict_words(const Report& report, const Messages& messages);
std::string verdict_words(const Judgement& judgement, const Messages& messages);

/// verdict_words, and where that verdict was permitted but a case's was not, that one as well: "WA, also TLE".
std::string whole_verdict_words(const Report& report, const Messages& messages);

/// What the folder demands, in verdict codes: "AC", "TLE", "WA or RTE".
std::string expectation_words(const Expectation& expected, const Messages& messages);

/// "12 ms / 1 s", or "12 ms" without a limit; "" if nothing was measured.
std::string against(std::optional<Nanos> used, std::optional<Nanos> limit);
std::string against(std::optional<Bytes> used, std::optional<Bytes> limit);

/// The first case whose verdict is not permitted; null if there is none.
const Judgement* first_failure(const Report& report);

/// Why a report is not as expected, in one sentence: "case secret/03 got WA, AC
/// was expected". "" if it is as expected.
std::string unexpected_words(const Report& report, const Messages& messages);

/// A finding and how many of the reports have it.
struct CountedFinding {
    Finding finding;
    int reports = 0;
    std::string where;  // "boj-2580/sets.cpp", or with its case, of the first
};

/// The findings of reports and cases, each once, errors first, then in the
/// order of the reports.
std::vector<CountedFinding> findings_of(std::span<const Report> reports);

/// The ids of the mechanisms that did not hold, with remedies, each once over
/// all reports that ran something.
std::vector<Containment::Mechanism> gaps_of(std::span<const Report> reports);

/// How many, and how they went.
struct Tally {
    std::size_t submissions = 0, as_expected = 0, problems = 0;
    bool interrupted = false;
};
Tally tally_of(std::span<const Report> reports);

/// "4 problems, 11 submissions: all as expected", "...: 2 not as expected",
/// "nothing was judged"; says if interrupted.
std::string summary_words(const Tally& tally, const Messages& messages);

/// "boj-2580/sets.cpp".
std::string name_of(const Report& report);
/// The title in the reader's language, else in any, else "".
std::string title_of(const Report& report, Tongue tongue);

}  // namespace judge
