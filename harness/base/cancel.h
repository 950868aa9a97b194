#pragma once

// Asking a long job to stop: set from a signal handler or another thread, looked at between steps, and waited on
// through a descriptor.

#include <atomic>

#include "base/fd.h"

namespace judge {

/// One request to stop. `request` is safe in a signal handler. Never goes back.
class Cancel {
  public:
    Cancel();
    Cancel(const Cancel&) = delete;
    Cancel& operator=(const Cancel&) = delete;

    void request();
    bool requested() const { return requested_.load(std::memory_order_relaxed); }
    /// Readable once a stop was requested: for poll(2).
    int wait_fd() const { return event_.get(); }

  private:
    std::atomic<bool> requested_ = false;
    Fd event_;
};

}  // namespace judge
