#pragma once

// The seccomp filter that the box and every program in it live under.

#include "sandbox/box_state.h"

namespace judge::box {

/// Sets no_new_privs and installs the filter. Refused calls answer EPERM (socket: EACCES; clone3: ENOSYS, so that libc
/// falls back to clone, whose flags a filter can see); never a kill, for libc, the JVM and Node try a socket and go on.
/// Source: seccomp(2); kernel Documentation/userspace-api/seccomp_filter.rst.
Failure install_filter(State& state);

}  // namespace judge::box
