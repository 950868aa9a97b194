#pragma once

// What is known of another judge's speed: pairs of one submission's time here and there, kept in one JSON
// file, and times foretold from them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/units.h"
#include "stats/calibration.h"

namespace judge {

struct CalibrationPair {
    std::string machine;  // fingerprint of the one here
    std::string profile;  // which judge
    std::string family;   // of the language
    std::string what;     // the submission; a later pair of the same takes its place
    Nanos here{}, there{};
};

/// One kind of work on this machine: "integer", "memory", "allocation", "output", "start-up".
struct BenchmarkTime {
    std::string machine, family, kind;
    Nanos cpu{};
};

struct CalibrationFile {
    std::vector<CalibrationPair> pairs;
    std::vector<BenchmarkTime> benchmarks;
};

/// Empty if nothing was stored yet. Errors: bad_input - the file is not what was written; io.
Result<CalibrationFile> read_calibration(const std::string& path);
Status write_calibration(const CalibrationFile& file, const std::string& path);

void add_pair(CalibrationFile& file, CalibrationPair pair);

struct Foretold {
    Prediction prediction;
    std::size_t pairs = 0;
};
/// From the pairs of this machine, judge and family. Nothing from fewer than two: they say nothing of the spread.
std::optional<Foretold> foretell(const CalibrationFile& file, const std::string& machine, const std::string& profile,
                                 const std::string& family, Nanos here);

/// "about 120 ms on boj (80 ms to 180 ms with 90 %): a prediction from 7 pairs".
std::string to_text(const Foretold& foretold, const std::string& profile);

/// The time in the README.md that BaekjoonHub writes beside a solution ("메모리: 2020 KB, 시간: 68 ms"); nothing if it
/// is not there or 0, which says no more than "below 4 ms".
std::optional<Nanos> time_of_readme(std::string_view text);

/// "2580" of "2580. 스도쿠", the folder of a solution in such an archive; "" if it is none.
std::string problem_number_of(std::string_view folder);

}  // namespace judge
