#pragma once

// Being told when files below some folders are written, come or go. Source: inotify(7).

#include <map>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/fd.h"
#include "base/result.h"
#include "base/units.h"

namespace judge {

struct WatchRoot {
    enum class Depth : std::uint8_t { itself, all_below };
    std::string path;  // absolute, of a folder
    Depth depth = Depth::all_below;
};

/// Hidden folders (".git") are passed over. Not for several threads at once.
class FolderWatch {
  public:
    /// Errors: not_found - a root is no folder; io - the kernel refuses, with the setting to raise as hint.
    static Result<FolderWatch> open(std::vector<WatchRoot> roots);

    /// Waits for a change, then until none has come for `quiet`, at most four times that long, so that one save of an
    /// editor is one answer. Returns the absolute paths, sorted, each once: of files that were closed after writing,
    /// renamed, linked or removed, and of every file of a folder that came; of all roots where too much changed to be
    /// told singly. Empty: `cancel` was requested before any change. Errors: io.
    Result<std::vector<std::string>> next(Nanos quiet, const Cancel& cancel);

  private:
    FolderWatch(Fd inotify, std::vector<WatchRoot> roots) : inotify_(std::move(inotify)), roots_(std::move(roots)) {}

    Status add(const std::string& folder, WatchRoot::Depth depth);
    Status take_events(std::vector<std::string>& changed);
    void take_new_folder(const std::string& folder, std::vector<std::string>& changed);
    void forget(const std::string& folder);

    struct Watched {
        std::string folder;
        WatchRoot::Depth depth = WatchRoot::Depth::itself;
    };
    Fd inotify_;
    std::vector<WatchRoot> roots_;
    std::map<int, Watched> watched_;  // by watch descriptor
};

}  // namespace judge
