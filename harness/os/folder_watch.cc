#include "os/folder_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/files.h"

namespace judge {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR;

// A file that is only created will be written and closed yet; one that was linked into its place is whole at once.
bool is_linked(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && (S_ISLNK(status.st_mode) || status.st_nlink > 1);
}

int milliseconds_until(Clock::time_point end) {
    return static_cast<int>(
        std::max<std::int64_t>(std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count(), 0));
}

}  // namespace

Result<FolderWatch> FolderWatch::open(std::vector<WatchRoot> roots) {
    Fd inotify(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!inotify) {
        Error error = errno_error(ErrorCode::io, "cannot watch files", errno);
        error.hint = "sudo sysctl fs.inotify.max_user_instances=1024";
        return error;
    }
    FolderWatch watch(std::move(inotify), std::move(roots));
    const std::vector<WatchRoot> all = watch.roots_;
    for (const WatchRoot& root : all) JUDGE_TRY(watch.add(root.path, root.depth));
    return watch;
}

Status FolderWatch::add(const std::string& folder, WatchRoot::Depth depth) {
    const int number = ::inotify_add_watch(inotify_.get(), folder.c_str(), kEvents);
    if (number < 0) {
        const bool gone = errno == ENOENT || errno == ENOTDIR;
        Error error = errno_error(gone ? ErrorCode::not_found : ErrorCode::io, "cannot watch '" + folder + "'", errno);
        if (errno == ENOSPC) error.hint = "sudo sysctl fs.inotify.max_user_watches=524288";
        return error;
    }
    Watched& watched = watched_[number];  // the same folder may be two roots: then the deeper one holds
    watched.folder = folder;
    if (depth == WatchRoot::Depth::itself) return Done{};
    watched.depth = depth;
    JUDGE_ASSIGN(entries, list_directory(folder));
    for (const DirEntry& entry : entries) {
        if (entry.kind != DirEntry::Kind::directory || entry.name.starts_with('.')) continue;
        const Status added = add(join_path(folder, entry.name), depth);
        if (!added && added.error().code != ErrorCode::not_found) return added;  // it may have gone meanwhile
    }
    return Done{};
}

// What lies in it may have come before the watch did.
void FolderWatch::take_new_folder(const std::string& folder, std::vector<std::string>& changed) {
    if (!add(folder, WatchRoot::Depth::all_below)) return;
    const Result<std::vector<DirEntry>> entries = list_directory(folder);
    if (!entries) return;
    for (const DirEntry& entry : *entries) {
        const std::string path = join_path(folder, entry.name);
        if (entry.kind == DirEntry::Kind::file) changed.push_back(path);
        if (entry.kind == DirEntry::Kind::directory && !entry.name.starts_with('.')) take_new_folder(path, changed);
    }
}

void FolderWatch::forget(const std::string& folder) {
    for (auto each = watched_.begin(); each != watched_.end();) {
        const bool inside = each->second.folder == folder || each->second.folder.starts_with(folder + "/");
        if (inside) ::inotify_rm_watch(inotify_.get(), each->first);
        each = inside ? watched_.erase(each) : std::next(each);
    }
}

Status FolderWatch::take_events(std::vector<std::string>& changed) {
    alignas(inotify_event) std::array<char, 65536> buffer;
    for (;;) {
        const ssize_t got = ::read(inotify_.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return Done{};
        if (got <= 0) return errno_error(ErrorCode::io, "cannot watch files", errno);
        for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
            inotify_event event;
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const std::string name(buffer.data() + at + sizeof event);
            at += sizeof event + event.len;
            if (event.mask & IN_Q_OVERFLOW)
                for (const WatchRoot& root : roots_) changed.push_back(root.path);
            const auto found = watched_.find(event.wd);
            if (found == watched_.end()) continue;
            if (event.mask & IN_IGNORED) {
                watched_.erase(found);
                continue;
            }
            const Watched watched = found->second;
            const std::string path = join_path(watched.folder, name);
            if (!(event.mask & IN_ISDIR)) {
                if (!(event.mask & IN_CREATE) || is_linked(path)) changed.push_back(path);
            } else if (event.mask & (IN_DELETE | IN_MOVED_FROM)) {
                forget(path);
                changed.push_back(path);
            } else if (watched.depth == WatchRoot::Depth::all_below && !name.starts_with('.')) {
                take_new_folder(path, changed);
            }
        }
    }
}

Result<std::vector<std::string>> FolderWatch::next(Nanos quiet, const Cancel& cancel) {
    std::vector<std::string> changed;
    Clock::time_point latest{};
    for (;;) {
        const bool stop = cancel.requested();
        if (stop && changed.empty()) return changed;
        std::array<pollfd, 2> polled = {{{inotify_.get(), POLLIN, 0}, {cancel.wait_fd(), POLLIN, 0}}};
        const auto until = std::min(Clock::now() + quiet, latest);
        const int ready = ::poll(polled.data(), polled.size(), changed.empty() ? -1 : milliseconds_until(until));
        if (ready < 0 && errno != EINTR) return errno_error(ErrorCode::io, "cannot watch files", errno);
        if (ready > 0 && polled[0].revents != 0) {
            const bool first = changed.empty();
            JUDGE_TRY(take_events(changed));
            if (first && !changed.empty()) latest = Clock::now() + 4 * quiet;
        }
        if (changed.empty() || (!stop && ready != 0 && Clock::now() < latest)) continue;
        std::sort(changed.begin(), changed.end());
        changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
        return changed;
    }
}

}  // namespace judge
