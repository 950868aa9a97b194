#include "toolchain/build_folder.h"

#include <fcntl.h>
#include <fts.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

namespace judge {

namespace {

struct FtsCloser {
    void operator()(FTS* tree) const { fts_close(tree); }
};

/// Calls `visit(entry)` for everything below and including `path`, folders before what they hold, links not followed.
template <typename Visit>
Status walk(const std::string& path, Visit visit) {
    std::string root = path;
    char* const roots[] = {root.data(), nullptr};
    const std::unique_ptr<FTS, FtsCloser> tree(fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, nullptr));
    if (!tree) return errno_error(ErrorCode::io, "walk '" + path + "'", errno);
    while (FTSENT* entry = fts_read(tree.get())) {
        if (entry->fts_info == FTS_DP) continue;
        if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR || entry->fts_info == FTS_NS) {
            return errno_error(ErrorCode::io, "walk '" + std::string(entry->fts_path) + "'", entry->fts_errno);
        }
        JUDGE_TRY(visit(*entry));
    }
    return Done{};
}

Status set_mode(const FTSENT& entry, mode_t mode) {
    if (chmod(entry.fts_accpath, mode) == 0) return Done{};
    return errno_error(ErrorCode::io, "change the mode of '" + std::string(entry.fts_path) + "'", errno);
}

Status close_entry(const FTSENT& entry) {
    const bool folder = entry.fts_info == FTS_D;
    if (!folder && entry.fts_info != FTS_F) {
        if (unlink(entry.fts_accpath) == 0) return Done{};
        return errno_error(ErrorCode::io, "remove '" + std::string(entry.fts_path) + "'", errno);
    }
    if (entry.fts_statp->st_uid != geteuid() && lchown(entry.fts_accpath, geteuid(), getegid()) != 0) {
        return errno_error(ErrorCode::io, "take over '" + std::string(entry.fts_path) + "'", errno);
    }
    const bool executable = folder || (entry.fts_statp->st_mode & 0111) != 0;
    return set_mode(entry, executable ? 0755 : 0644);
}

}  // namespace

Status open_tree(const std::string& path) {
    return walk(path, [](const FTSENT& entry) -> Status {
        if (entry.fts_info == FTS_D) return set_mode(entry, 0777);
        if (entry.fts_info == FTS_F) return set_mode(entry, 0644);
        return Done{};
    });
}

Status close_tree(const std::string& path) {
    return walk(path, close_entry);
}

Status make_open_folder(const std::string& path) {
    // chmod as well: mkdir's mode goes through the umask.
    if (mkdir(path.c_str(), 0777) == 0 && chmod(path.c_str(), 0777) == 0) return Done{};
    return errno_error(ErrorCode::io, "make the folder '" + path + "'", errno);
}

std::uint64_t tree_size(const std::string& path) {
    std::uint64_t total = 0;
    (void)walk(path, [&](const FTSENT& entry) -> Status {
        if (entry.fts_info == FTS_F) total += static_cast<std::uint64_t>(entry.fts_statp->st_size);
        return Done{};
    });
    return total;
}

}  // namespace judge
