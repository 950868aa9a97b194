#pragma once

// A problem as the harness knows it, whatever package it came from.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/limits.h"
#include "model/submission.h"

namespace judge {

enum class Mode : std::uint8_t { batch, interactive, multi_pass };

/// Where input or answer bytes are: a file on disk. The harness never holds a whole case in memory.
struct DataFile {
    std::string path;  // absolute
};

/// How output is judged: a built-in comparison, or a program that speaks a protocol of protocols.json.
struct CheckerSpec {
    std::string compare = "boj";    // id of a built-in comparer; used when `program` is empty
    std::string protocol = "";      // id of a row of protocols.json; used when `program` is not empty
    std::string program = "";       // absolute path of the checker's source, script or executable
    std::vector<std::string> args;  // flags of the comparer, or extra arguments of the program
    Limits limits;                  // of the checker itself; absent fields take the protocol row's
    std::string where;              // "testdata/x/problem.json:8", for messages

    bool operator==(const CheckerSpec&) const = default;
};

struct TestCase {
    std::string name;   // "sample/1", "secret/02-empty": unique in the problem, folder first
    std::string group;  // name of its group: the folder path, "sample" or "secret/subtask1"
    bool sample = false;
    DataFile input;
    std::optional<DataFile>
        answer;     // absent: nothing to compare with (legal for interactive problems and checkers that need none)
    Limits limits;  // only what differs from the problem's
    std::vector<std::string> checker_args;
    double points = 0;  // used where the group's rule is sum and its points are spread over cases; 0 = equal shares
};

/// How the points of a group come from its members.
enum class GroupRule : std::uint8_t { all, sum, minimum };

/// A group of cases (a subtask). Groups form a tree by name: "secret" holds "secret/1".
struct Group {
    std::string name;
    GroupRule rule = GroupRule::all;
    double points = 0;                    // its maximum; 0 in a problem that does not score
    bool run_all = false;                 // go on after a failed case of this group
    std::vector<std::string> depends_on;  // groups that must be fully solved first
    std::vector<std::string> checker_args;
    Limits limits;
};

/// How a package leaves its time limit to the submissions that come with it. The slowest of `accepted` takes at most
/// the limit divided by `multiplier`; each of `too_slow` takes over `margin` times the limit.
/// Source: Kattis/problem-package-format legacy and 2025-09, limits.
struct TimeRule {
    double multiplier = 5, margin = 2;
    Nanos resolution = std::chrono::seconds(1);  // the limit is a multiple of this
    std::vector<Submission> accepted, too_slow;
};

/// The limit by `rule` where the slowest accepted submission took `slowest`: rounded up, and never 0.
Nanos time_limit_by(const TimeRule& rule, Nanos slowest);

struct Problem {
    std::string id;                            // "boj-2580": the folder's name
    std::string folder;                        // absolute
    std::map<std::string, std::string> title;  // by language: "ko", "en"
    std::string source_url;
    std::string profile = "boj";
    Mode mode = Mode::batch;
    bool scoring = false;               // verdicts carry points
    bool language_extra = true;         // the profile's time and memory extras apply
    bool file_access = false;           // submissions may read and write files in their folder (freopen)
    Limits limits;                      // base limits, before the profile's adjustment
    std::optional<TimeRule> time_rule;  // limits.cpu_time is only assumed; this would tell it
    CheckerSpec checker;
    std::string interactor;                      // absolute path of the interactor's source; interactive problems only
    int validation_passes = 1;                   // multi_pass: at most this many runs
    std::vector<Group> groups;                   // in order; never empty once cases exist
    std::vector<TestCase> cases;                 // natural order: samples first
    std::vector<std::string> validators;         // absolute paths of input validators
    std::string validator_protocol = "testlib";  // id of a row of protocols.json
    std::map<std::string, std::string> notes;
};

/// The title in `language`, else in English, Korean, any, else the id.
std::string title_of(const Problem& problem, const std::string& language);

}  // namespace judge
