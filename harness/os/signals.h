#pragma once

// Signals that ask the program to stop, turned into a Cancel.

#include <signal.h>

#include <array>

#include "base/cancel.h"

namespace judge {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP requests `cancel`, and a second one of the same kind ends the
/// program as if nobody had caught it. Signals that were ignored at the start (nohup) stay ignored. SIGPIPE is ignored,
/// so that writing to a closed pipe is an Error; programs that are started get the default back. SIGCHLD is as in a
/// fresh program: a parent that ignored it would make us lose every child's end. At most one StopSignals at a time.
class StopSignals {
  public:
    explicit StopSignals(Cancel& cancel);
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();

    /// As if `signal` had come. False if no StopSignals lives, and then nothing was done. From any thread.
    static bool raise(int signal);
    /// The signal that came first; 0 if none did.
    static int received();

  private:
    static constexpr std::array<int, 5> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD};
    std::array<struct sigaction, 5> before_{};
};

/// In a child between fork and exec: no signal is blocked, and those that stop a program or that the judge ignores are
/// as in a fresh program; SIGHUP stays ignored where nohup(1) asked for it.
/// Calls only what signal-safety(7) allows.
void reset_signals_of_child();

}  // namespace judge
