#pragma once

// The machine that a figure was measured on. It stands here because both the room that asks the machine (os) and the
// reports that tell of it (model) speak of it.

#include <string>

#include "base/units.h"

namespace judge {

struct Machine {
    std::string fingerprint;  // hash of the facts below: figures of two fingerprints are not comparable
    std::string cpu_model;
    int processors = 0;
    Bytes memory{};
    std::string kernel;
    std::string hostname_digest;

    bool operator==(const Machine&) const = default;
};

}  // namespace judge
