#pragma once

// One folder of harness/fixtures/sandbox: a program that means ill, the limits it gets, and the facts that must come
// out.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/limits.h"

namespace judge {

struct HostileExpectation {
    std::vector<std::string> endings;  // any of: "exited 0", "signalled 11", "stopped memory"
    std::optional<std::string> output;
    std::string stderr_has;
    std::optional<Nanos> cpu_min, cpu_max;
    std::optional<Bytes> peak_min, peak_max, written, written_max;
};

struct HostileFixture {
    std::string name, why, source;   // source: absolute path
    std::vector<std::string> args;   // {judge_pid} and {secret} are filled in
    std::vector<std::string> flags;  // for the compiler
    std::vector<std::string> needs;  // ids of mechanisms without which the outcome is not defined
    std::string input;
    Bytes input_size{};  // of a file of zeros instead
    Bytes output_room{};
    Bytes judge_holds{};  // memory that the judge itself has resident meanwhile
    int repeat = 1;
    int rivals = 0;                    // threads that want the processors meanwhile
    bool scratch_stays_empty = false;  // the next run finds its folder empty
    Limits limits;
    HostileExpectation expect;
};

/// All fixtures below `folder`, by name. Errors: bad_input, not_found.
Result<std::vector<HostileFixture>> read_hostile_fixtures(const std::string& folder);

/// How a fixture is started: compiled into `cache` if need be.
struct HostileProgram {
    std::vector<std::string> argv;
    std::vector<std::string> readable;
    std::string missing;  // the tool that is not installed; then it cannot be run
};
/// Errors: io, bad_input - the compiler refuses it.
Result<HostileProgram> build_hostile(const HostileFixture& fixture, const std::string& cache);

}  // namespace judge
