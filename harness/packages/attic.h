#pragma once

// Where an import puts what it replaces: nothing that a user may have added by hand is ever lost.

#include <string>

#include "base/result.h"

namespace judge {

/// True if the two files hold the same bytes. Errors: those of read_file.
Result<bool> same_bytes(const std::string& a, const std::string& b);

/// A folder <root>/.judge/replaced/<id>-<number>/, made when the first thing is put there.
class Attic {
  public:
    Attic(std::string root, std::string id) : root_(std::move(root)), id_(std::move(id)) {}

    /// Keeps a copy of the file `path` (a second name of it, where the file system can) as `name`. Errors: io.
    Status keep_file(const std::string& path, const std::string& name);
    /// Moves the folder `path` there as `name`, unless `newer` holds all of its files with the same bytes: then it
    /// stays where it is. Errors: io - nothing was moved.
    Status keep_folder(const std::string& path, const std::string& newer, const std::string& name);

    /// The folder, relative to the root; empty if nothing was kept.
    const std::string& used() const { return used_; }

  private:
    Result<std::string> place(const std::string& name);

    std::string root_, id_, used_;
};

}  // namespace judge
