#include "commands/watched.h"

#include <algorithm>
#include <map>

#include "base/files.h"

namespace judge {
namespace {

bool is_in(const std::string& path, const std::string& folder) {
    return path == folder || path.starts_with(folder + "/");
}

bool touches(const std::string& changed, const Target& target, const Project& project,
             const std::vector<std::string>& headers) {
    if (is_in(changed, target.problem->folder) || is_in(target.problem->folder, changed)) return true;
    if (!project.root.empty() && parent_path(changed) == project.root && changed.ends_with(".json")) return true;
    const bool is_header = std::any_of(headers.begin(), headers.end(), [&](const std::string& pattern) {
        return glob_matches(pattern, file_name(changed));
    });
    return std::any_of(target.submission.files.begin(), target.submission.files.end(), [&](const std::string& file) {
        return is_in(file, changed) || (is_header && parent_path(file) == parent_path(changed));
    });
}

}  // namespace

std::vector<WatchRoot> watch_roots(const Resolved& resolved, const TargetRequest& request) {
    std::map<std::string, WatchRoot::Depth> folders;
    const auto add = [&](const std::string& folder, WatchRoot::Depth depth) {
        if (!is_directory(folder)) return;
        const auto [known, fresh] = folders.try_emplace(folder, depth);
        if (!fresh && depth == WatchRoot::Depth::all_below) known->second = depth;
    };
    const std::string& root = resolved.project.root;
    if (!root.empty()) add(root, WatchRoot::Depth::itself);
    if (request.targets.empty() && request.problem.empty()) {
        add(join_path(root, "solutions"), WatchRoot::Depth::all_below);
        add(join_path(root, "testdata"), WatchRoot::Depth::all_below);
    }
    for (const Target& target : resolved.targets) {
        add(target.problem->folder, WatchRoot::Depth::all_below);
        if (!root.empty() && is_in(target.problem->folder, join_path(root, "testdata")))
            add(join_path(root, "solutions/" + target.problem->id), WatchRoot::Depth::all_below);
        for (const std::string& file : target.submission.files)
            add(std::string(parent_path(file)), WatchRoot::Depth::itself);
    }
    std::vector<WatchRoot> roots;
    for (const auto& [folder, depth] : folders) roots.push_back({folder, depth});
    return roots;
}

bool is_editors_own(const std::string& path) {
    const std::string_view name = file_name(path);
    return name.starts_with('.') || name.starts_with('#') || name.ends_with('~') || name.ends_with(".swp") ||
           name.ends_with(".tmp");
}

std::vector<Target> touched_targets(const Resolved& resolved, const std::vector<std::string>& changed,
                                    const std::vector<std::string>& headers) {
    std::vector<Target> touched;
    std::vector<bool> taken(resolved.targets.size());
    for (const std::string& path : changed)
        for (std::size_t i = 0; i < resolved.targets.size(); ++i)
            if (!taken[i] && touches(path, resolved.targets[i], resolved.project, headers)) {
                taken[i] = true;
                touched.push_back(resolved.targets[i]);
            }
    return touched;
}

}  // namespace judge
