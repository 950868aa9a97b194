#pragma once

// Where there is no private root, Landlock holds files: reading and running of the system's folders and the request's,
// writing of the scratch folder and the request's. Source: landlock(7); kernel
// Documentation/userspace-api/landlock.rst, ABI 1 to 6.

#include "sandbox/box_state.h"

namespace judge::box {

/// The kernel's Landlock ABI, 0 if absent.
std::uint32_t landlock_abi();

/// Prepares `state.rules` for the present folders. `done.error` on failure.
void make_rules(State& state, wire::PathsDone& done);

/// In the child, before exec: from here on the rules hold.
bool enter_rules(const State& state);

}  // namespace judge::box
