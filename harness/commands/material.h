#pragma once

// What reports are made of, taken from a project and its history: the judgements, the sources that were judged, and
// how each submission did before.

#include <string>
#include <vector>

#include "commands/record.h"
#include "report/material.h"

namespace judge {

/// The Material that borrows from it stays good as long as it lives.
class OwnedMaterial {
  public:
    /// Sources that have changed since they were judged are left out: a failing case beside them would mislead.
    /// Errors: those of the history.
    static Result<OwnedMaterial> of(std::vector<Report> reports, History& history, const Project& project);

    Material material() const { return {reports_, sources_, trends_, {}}; }

  private:
    OwnedMaterial() = default;
    std::vector<Report> reports_;
    std::vector<ShownSource> sources_;
    std::vector<Trend> trends_;
};

}  // namespace judge
