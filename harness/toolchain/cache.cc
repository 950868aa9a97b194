#include "toolchain/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <utility>

#include "base/json_fields.h"
#include "toolchain/build_folder.h"
#include "toolchain/cache_record.h"

namespace judge {

namespace {

// A build folder is made, then locked: a sweeper leaves younger ones alone.
constexpr Nanos kSweepAge = std::chrono::minutes(2);
// One descriptor each; far more than there are programs running at once.
constexpr std::size_t kMostHeld = 128;

Nanos since_change(const struct stat& status) {
    struct timespec now = {};
    clock_gettime(CLOCK_REALTIME, &now);
    return std::chrono::seconds(now.tv_sec - status.st_mtim.tv_sec) + Nanos(now.tv_nsec - status.st_mtim.tv_nsec);
}

Result<Fd> open_folder(const std::string& path) {
    return open_file(path, O_RDONLY | O_DIRECTORY);
}

bool try_lock(const Fd& fd, int kind) {
    return flock(fd.get(), kind | LOCK_NB) == 0;
}

struct Aged {
    std::string path;
    std::uint64_t size = 0;
    struct timespec used = {};
};

bool is_before(const struct timespec& a, const struct timespec& b) {
    return std::pair(a.tv_sec, a.tv_nsec) < std::pair(b.tv_sec, b.tv_nsec);
}

bool older(const Aged& a, const Aged& b) {
    return is_before(a.used, b.used);
}

/// Removes the manifests in `folder` that were last used before `time`: what they led to is gone.
void drop_manifests(const std::string& folder, const struct timespec& time) {
    const auto notes = list_directory(folder);
    if (!notes) return;
    for (const DirEntry& note : *notes) {
        const std::string path = join_path(folder, note.name);
        struct stat status = {};
        if (stat(path.c_str(), &status) == 0 && is_before(status.st_mtim, time)) unlink(path.c_str());
    }
}

/// Every entry of the cache in `folder`.
std::vector<Aged> all_entries(const std::string& folder) {
    std::vector<Aged> all;
    const std::string entries = join_path(folder, "entries");
    const auto groups = list_directory(entries);
    if (!groups) return all;
    for (const DirEntry& group : *groups) {
        const auto keys = list_directory(join_path(entries, group.name));
        if (!keys) continue;
        for (const DirEntry& key : *keys) {
            Aged one;
            one.path = join_path(join_path(entries, group.name), key.name);
            struct stat status = {};
            if (stat(one.path.c_str(), &status) != 0) continue;
            one.used = status.st_mtim;
            one.size = tree_size(one.path);
            all.push_back(std::move(one));
        }
    }
    return all;
}

std::uint64_t sum_of(const std::vector<Aged>& entries) {
    std::uint64_t total = 0;
    for (const Aged& one : entries) total += one.size;
    return total;
}

}  // namespace

struct Cache::Shared {
    std::mutex mutex;
    std::deque<std::pair<std::string, Fd>> held;  // shared locks on the entries that were handed out last
    std::optional<std::uint64_t> size;            // of all entries, as far as this process knows
};

Cache::Cache(Cache&&) noexcept = default;
Cache::~Cache() = default;

Result<Cache> Cache::open(const std::string& folder, Bytes bound) {
    Cache cache;
    cache.bound_ = bound;
    cache.shared_ = std::make_unique<Shared>();
    JUDGE_TRY(make_directories(folder, 0700));
    JUDGE_ASSIGN(absolute, real_path(folder));
    cache.folder_ = absolute;
    for (const char* part : {"tmp", "entries", "manifests", "tools", "locks"}) {
        JUDGE_TRY(make_directories(join_path(absolute, part), 0700));
    }
    if (access(join_path(absolute, "tmp").c_str(), W_OK) != 0) {
        Error error = errno_error(ErrorCode::io, "write the cache '" + absolute + "'", errno);
        error.hint = "make the folder writable, or name another with XDG_CACHE_HOME";
        return error;
    }
    cache.sweep_builds();
    return cache;
}

std::string Cache::entry_path(const std::string& key) const {
    return fmt::format("{}/entries/{}/{}", folder_, key.substr(0, 2), key);
}

bool Cache::hold(const std::string& key) const {
    const std::lock_guard guard(shared_->mutex);
    auto& held = shared_->held;
    if (std::any_of(held.begin(), held.end(), [&](const auto& one) { return one.first == key; })) return true;
    Result<Fd> fd = open_folder(entry_path(key));
    if (!fd || !try_lock(*fd, LOCK_SH)) return false;
    held.emplace_back(key, std::move(*fd));
    if (held.size() > kMostHeld) held.pop_front();
    return true;
}

std::optional<CacheEntry> Cache::find(const std::string& key) const {
    const std::string path = entry_path(key);
    if (!is_directory(path) || !hold(key)) return std::nullopt;
    const Result<std::string> text = read_file(join_path(path, "entry.json"), mib(4));
    CacheEntry entry;
    entry.files = join_path(path, "files");
    if (text) {
        if (auto record = read_record(*text, entry.files)) {
            entry.record = std::move(*record);
            utimensat(AT_FDCWD, path.c_str(), nullptr, 0);  // last use: what trimming goes by
            return entry;
        }
    }
    {
        const std::lock_guard guard(shared_->mutex);
        std::erase_if(shared_->held, [&](const auto& one) { return one.first == key; });
    }
    (void)remove_entry(path);
    return std::nullopt;
}

Result<BuildFolder> Cache::make_build_folder() const {
    JUDGE_ASSIGN(dir, TempDir::make("build-", join_path(folder_, "tmp")));
    BuildFolder build;
    build.dir = std::move(dir);
    JUDGE_ASSIGN(lock, open_folder(build.dir.path()));
    if (!try_lock(lock, LOCK_SH)) return Error{ErrorCode::io, "cannot lock '" + build.dir.path() + "'", ""};
    build.lock = std::move(lock);
    JUDGE_TRY(make_directories(build.files(), 0777));
    JUDGE_TRY(open_tree(build.files()));
    // The parents stay 0700: strangers reach `files` only where a box shows it to them.
    return build;
}

Result<CacheEntry> Cache::put(const std::string& key, const CacheRecord& record, BuildFolder build) const {
    JUDGE_TRY(close_tree(build.files()));
    JUDGE_TRY(write_file_atomically(build.dir / "entry.json", write_record(record, build.files())));
    const std::uint64_t size = tree_size(build.dir.path());
    const std::string path = entry_path(key);
    JUDGE_TRY(make_directories(std::string(parent_path(path)), 0700));
    if (chmod(build.dir.path().c_str(), 0755) != 0) return errno_error(ErrorCode::io, "open '" + path + "'", errno);
    std::optional<CacheEntry> entry;
    bool kept = false;
    // Another process may have been faster, and a third may have removed that entry since: then ours is the one again.
    for (int tries = 0; !entry && tries < 3; ++tries) {
        kept = kept || rename(build.dir.path().c_str(), path.c_str()) == 0;
        if (!kept && errno != EEXIST && errno != ENOTEMPTY) {
            return errno_error(ErrorCode::io, "keep '" + path + "'", errno);
        }
        entry = find(key);
    }
    if (!entry) return Error{ErrorCode::io, "cannot find '" + path + "' in the cache right after it was kept", ""};
    std::uint64_t known = 0;
    {
        const std::lock_guard guard(shared_->mutex);
        if (!shared_->size) shared_->size = sum_of(all_entries(folder_)) - size;
        known = *shared_->size += size;
    }
    if (known > bound_.count) JUDGE_TRY(trim({bound_.count / 10 * 8}));
    return std::move(*entry);
}

std::optional<std::string> Cache::read_note(std::string_view kind, const std::string& key) const {
    const std::string path = fmt::format("{}/{}/{}", folder_, kind, key);
    Result<std::string> text = read_file(path, mib(16));
    if (!text) return std::nullopt;
    utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
    return std::move(*text);
}

void Cache::write_note(std::string_view kind, const std::string& key, std::string_view text) const {
    (void)write_file_atomically(fmt::format("{}/{}/{}", folder_, kind, key), text, 0600);
}

Result<Fd> Cache::lock_key(const std::string& key) const {
    JUDGE_ASSIGN(fd, open_file(fmt::format("{}/locks/{}", folder_, key), O_RDWR | O_CREAT, 0600));
    while (flock(fd.get(), LOCK_EX) != 0) {
        if (errno != EINTR) return errno_error(ErrorCode::io, "lock the cache '" + folder_ + "'", errno);
    }
    return fd;
}

CacheStats Cache::stats() const {
    const std::vector<Aged> entries = all_entries(folder_);
    return {entries.size(), {sum_of(entries)}, bound_};
}

Result<Bytes> Cache::clear() const {
    JUDGE_ASSIGN(freed, trim({0}));
    for (const char* kind : {"manifests", "tools"}) {
        const std::string path = join_path(folder_, kind);
        freed = freed + Bytes{tree_size(path)};
        JUDGE_TRY(remove_tree(path));
        JUDGE_TRY(make_directories(path, 0700));
    }
    return freed;
}

/// Builds whose makers are gone: nobody holds their lock any more.
void Cache::sweep_builds() const {
    const std::string tmp = join_path(folder_, "tmp");
    const auto builds = list_directory(tmp);
    if (!builds) return;
    for (const DirEntry& build : *builds) {
        const std::string path = join_path(tmp, build.name);
        struct stat status = {};
        if (stat(path.c_str(), &status) != 0 || since_change(status) < kSweepAge) continue;
        const Result<Fd> fd = open_folder(path);
        if (fd && try_lock(*fd, LOCK_EX)) (void)remove_tree(path);
    }
}

/// Removes entries, the longest unused first, until `target` is left. Entries that a process holds stay.
Result<Bytes> Cache::trim(Bytes target) const {
    std::vector<Aged> entries = all_entries(folder_);
    std::sort(entries.begin(), entries.end(), older);
    std::uint64_t left = sum_of(entries);
    Bytes freed;
    for (const Aged& one : entries) {
        if (left <= target.count) {
            // Read a moment before the entry it led to.
            drop_manifests(join_path(folder_, "manifests"), {one.used.tv_sec - 60, one.used.tv_nsec});
            break;
        }
        JUDGE_ASSIGN(gone, remove_entry(one.path));
        left -= std::min(left, gone.count);
        freed = freed + gone;
    }
    const std::lock_guard guard(shared_->mutex);
    shared_->size = left;
    return freed;
}

/// Moves the entry out of sight first, so that nobody finds half of it. 0 bytes where somebody holds it.
Result<Bytes> Cache::remove_entry(const std::string& path) const {
    const Result<Fd> fd = open_folder(path);
    if (!fd || !try_lock(*fd, LOCK_EX)) return Bytes{0};
    JUDGE_ASSIGN(grave, TempDir::make("gone-", join_path(folder_, "tmp")));
    const Bytes size{tree_size(path)};
    if (rename(path.c_str(), (grave / "entry").c_str()) != 0) {
        return errno == ENOENT ? Result<Bytes>(Bytes{0}) : errno_error(ErrorCode::io, "remove '" + path + "'", errno);
    }
    return size;
}

}  // namespace judge
