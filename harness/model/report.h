#pragma once

// The judgement of one submission on one problem, complete enough to be repeated: what was run, with what, under which
// limits, by which meter, where.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/machine.h"
#include "model/limits.h"
#include "model/problem.h"
#include "model/run.h"
#include "model/submission.h"
#include "model/verdict.h"

namespace judge {

enum class Severity : std::uint8_t { note, warning, error };

/// "note", "warning", "error": the words of JSON and of people.
std::string_view word_of(Severity severity);

/// Something worth saying that is not a verdict: a hint, a doubt, a fault of the problem's data.
struct Finding {
    Severity severity = Severity::note;
    std::string code;  // stable word for tests and tools: "not-contained", "web-characters"
    std::string text;
    std::string remedy;

    bool operator==(const Finding&) const = default;
};

/// Where output and answer part. Positions count from 1; offsets from 0; -1 = unknown.
struct Difference {
    std::int64_t output_offset = -1, answer_offset = -1;
    std::int64_t output_line = -1, output_column = -1;
    std::int64_t answer_line = -1, answer_column = -1;
    std::int64_t token = -1;    // index of the token, from 1
    std::string expected, got;  // the two tokens, printable, cut
    std::string answer_excerpt,
        output_excerpt;  // a few lines around it, white space made visible, at most 300 bytes each
    std::int64_t answer_mark = -1, output_mark = -1;  // characters of the excerpt before the place, -1 unknown

    bool operator==(const Difference&) const = default;
};

/// One reading of one run of a case; a case may be run several times.
struct Reading {
    Usage usage;
    Ending ending;
    bool disturbed = false;  // by the documented rule: something else had the processor
    bool exclusive = false;  // alone on its processor, nothing else of the harness running
    bool counted = false;    // the verdict rests on this reading

    bool operator==(const Reading&) const = default;
};

/// How much text a file holds: a line ends at its newline, the last one also without; white space parts tokens.
struct TextCount {
    std::int64_t lines = 0, tokens = 0;

    bool operator==(const TextCount&) const = default;
};

/// The judgement of one case.
struct Judgement {
    std::string case_name;
    std::string group;
    Verdict verdict = Verdict::not_judged;
    std::string
        reason;  // of a run-time error ("Segfault", "NZEC"), of a time limit ("wall"), of judge_error: one short phrase
    std::string message;          // the checker's words, or a sentence on the limit
    std::optional<double> score;  // 0 to 1, scoring problems
    Limits limits;                // effective
    Usage usage;                  // of the counted reading
    std::vector<Reading> readings;
    std::optional<Difference> difference;
    std::string stderr_head;                           // printable
    std::string input_head, answer_head, output_head;  // of a failed case: printable, cut sensibly
    Bytes input_size{}, answer_size{}, output_size{};
    std::optional<TextCount> input_count, answer_count, output_count;  // of a failed case
    std::string input_digest, answer_digest;                           // hash_of
    std::vector<Finding> findings;
    std::string transcript;  // interactive cases: first part, "0.012 < text" a line

    bool operator==(const Judgement&) const = default;
};

struct GroupResult {
    std::string name;
    Verdict verdict = Verdict::not_judged;
    double points = 0, max_points = 0;
    int passed = 0, run = 0, total = 0;

    bool operator==(const GroupResult&) const = default;
};

/// How the executable came about.
struct Build {
    std::string language_id, language_name;
    std::string compiler_version;
    std::vector<std::string> compile_command;  // as the profile words it
    std::vector<std::string> run_command;
    std::string key;  // of the cache: content of sources, headers, flags, compiler
    bool from_cache = false;
    Nanos wall{};
    std::string log;  // compiler's messages, printable, cut

    bool operator==(const Build&) const = default;
};

struct Report {
    std::string judge_version;
    std::string problem_id;
    std::map<std::string, std::string> problem_title;
    std::string source_url;
    std::string submission_id;
    std::vector<std::string> source_files;  // relative to the project where they lie in it
    std::string source_digest;
    std::string profile;
    Build build;
    Limits limits;  // effective, for cases without limits of their own
    CheckerSpec checker;
    Verdict verdict = Verdict::not_judged;
    std::string reason;
    Expectation expected;
    bool as_expected = false;
    std::vector<Judgement> cases;  // that ran, in order
    int cases_total = 0;           // that the problem has after filtering
    int cases_passed = 0;
    std::vector<GroupResult> groups;
    std::optional<double> points, max_points;
    std::optional<Nanos> slowest_cpu;  // of the cases that ran
    std::optional<Bytes> peak_memory;
    Containment containment;
    Machine machine;
    std::vector<Finding> findings;
    std::int64_t started_unix_ns = 0;
    Nanos wall{};
    bool reused = false;      // an earlier judgement of the same thing, not run again
    std::string content_key;  // of all that the judgement rests on; empty: not known
    std::string reuse_key;    // content_key, if the judgement is fit to be used again; else empty
    bool interrupted = false;

    bool operator==(const Report&) const = default;
};

}  // namespace judge
