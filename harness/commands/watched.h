#pragma once

// Which submissions a change of files touches.

#include <string>
#include <vector>

#include "commands/targets.h"
#include "os/folder_watch.h"

namespace judge {

/// The folders whose files decide about the targets: those of their problems and of their sources, of the project's
/// `solutions` and `testdata` where `request` names none, and the project's settings.
std::vector<WatchRoot> watch_roots(const Resolved& resolved, const TargetRequest& request);

/// True for what editors leave beside a file while they save it: hidden files, "a.cpp~", "#a.cpp#", "a.cpp.swp".
bool is_editors_own(const std::string& path);

/// The targets that one of `changed` (absolute paths of files and folders) touches, those of the first path first: by
/// their source, by a file beside it whose name matches one of `headers`, by any file of their problem, by the settings
/// of the project, or because all of a folder may have changed.
std::vector<Target> touched_targets(const Resolved& resolved, const std::vector<std::string>& changed,
                                    const std::vector<std::string>& headers);

}  // namespace judge
