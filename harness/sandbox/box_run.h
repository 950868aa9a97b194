#pragma once

// One run from launch to the empty box.

#include "sandbox/box_launch.h"
#include "sandbox/box_state.h"

namespace judge::box {

/// Launches, waits, stops at limits, reaps everything. Answers Look while it runs; Stop and the judge's end stop the
/// run. `gone` is set when the judge's end of the socket was closed.
wire::Result run_to_end(Launch& launch, bool& gone);

/// Kills and reaps until no process of the box is left; false if some remain after five seconds.
bool sweep(const State& state, wire::Result& result);

}  // namespace judge::box
