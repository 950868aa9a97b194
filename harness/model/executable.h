#pragma once

// A program that is ready to run: what the toolchain makes of a submission, a checker or an interactor.

#include <cstdint>
#include <string>
#include <vector>

#include "model/report.h"

namespace judge {

struct Executable {
    std::string key;                    // of the cache entry
    std::string dir;                    // absolute folder that holds the compiled files; read-only for the run
    std::vector<std::string> argv;      // argv[0] absolute
    std::vector<std::string> env;       // "NAME=value"
    std::vector<std::string> readable;  // besides the system's own: `dir`, a runtime's folder
    std::uint32_t processes = 1;        // processes and threads that its runtime needs for itself
    std::string language_id;
    Build build;
};

}  // namespace judge
