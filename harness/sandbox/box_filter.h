#pragma once

// The seccomp filter that the box and every program in it live under.

#include "sandbox/box_state.h"

namespace judge::box {

/// Sets no_new_privs and installs the filter. Refused calls answer EPERM (socket: EACCES; clone3: ENOSYS, so that libc
/// falls back to clone, whose flags a filter can see); never a kill, for libc, the JVM and Node try a socket and go on.
/// Source: seccomp(2); kernel Documentation/userspace-api/seccomp_filter.rst.
Failure install_filter(State& state);

/// In the child, before exec, where neither a PID namespace, another uid nor Landlock keeps signals in: from here on
/// they reach only this process and its own group. Its children can then be signalled by the group only, and do not die
/// of their own abort() but of the trap behind it.
bool confine_signals();

}  // namespace judge::box
