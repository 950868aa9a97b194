#pragma once

// Measuring slots: at most one measured program a processor, over all judges of this user on this machine. A slot is a
// lock on one file, so it is given back by whatever ends the process that holds it.

#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/fd.h"
#include "base/result.h"

namespace judge {

/// The right to measure on one processor, for as long as it lives. Move only.
class Slot {
  public:
    unsigned processor() const { return processor_; }

  private:
    friend class Slots;
    Slot(unsigned processor, Fd lock) : processor_(processor), lock_(std::move(lock)) {}

    unsigned processor_ = 0;
    Fd lock_;
};

/// The slots of the given processors. May be used by several threads at once.
class Slots {
  public:
    /// `folder` is the user's runtime folder (os/directories.h), `processors` those of usable_processors().
    Slots(std::string folder, std::vector<unsigned> processors)
        : folder_(std::move(folder)), processors_(std::move(processors)) {}

    const std::vector<unsigned>& processors() const { return processors_; }

    /// The slot of processor `first` if it is free, else any that is, else the first that becomes free; no order among
    /// those who wait. Errors: interrupted - `cancel` was requested; io - a lock file cannot be made.
    Result<Slot> acquire(const Cancel& cancel, std::optional<unsigned> first = std::nullopt) const;

    /// Errors: busy - all are taken; io.
    Result<Slot> try_acquire(std::optional<unsigned> first = std::nullopt) const;

  private:
    Result<Slot> try_one(unsigned processor) const;

    std::string folder_;
    std::vector<unsigned> processors_;
};

}  // namespace judge
