#pragma once

// What this machine grants to boxes, for `judge doctor`.

#include <string>
#include <vector>

#include "sandbox/box_runner.h"

namespace judge {

struct Capability {
    std::string id;  // as in Containment, and "peak-reset", "instruction-counter"
    bool available = false;
    bool needed = true;   // false: where it is absent nothing is missing, for something else does its work
    std::string detail;   // how, or why not
    std::string without;  // what being without costs
    std::string remedy;   // the exact command that grants it; empty when available or when there is none
};

/// Builds a box as a run would and looks at what it got; then at what else would help. In a fixed order. Takes some
/// tens of milliseconds. Errors: as make_box_runner.
Result<std::vector<Capability>> probe_machine(const BoxOptions& options);

}  // namespace judge
