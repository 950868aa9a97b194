// Removing a folder whose shape nobody vouches for: deeper than PATH_MAX and than the stack, with folders that may not
// be entered. One descriptor is open at a time: the way down is openat(name), the way up openat(".."), checked against
// the identity noted on the way down. (Moving inner folders up with rename would need no way up, but overlayfs refuses
// it for folders of a lower layer.)

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "base/files.h"

namespace judge {
namespace {

struct Level {
    std::string name;  // in its parent
    std::vector<std::string> folders;
    dev_t device = 0;
    ino_t inode = 0;
};

class TreeRemover {
  public:
    explicit TreeRemover(const std::string& path) : path_(path) {}

    Status run(const std::string& parent, const std::string& name) {
        JUDGE_ASSIGN(top, open_file(parent, O_PATH | O_DIRECTORY));
        here_ = std::move(top);
        if (::unlinkat(here_.get(), name.c_str(), 0) == 0 || errno == ENOENT) return Done{};
        if (errno != EISDIR) return failure();
        JUDGE_TRY(enter(name));
        while (!levels_.empty()) {
            if (levels_.back().folders.empty()) {
                JUDGE_TRY(leave());
            } else {
                const std::string next = std::move(levels_.back().folders.back());
                levels_.back().folders.pop_back();
                JUDGE_TRY(enter(next));
            }
        }
        return Done{};
    }

  private:
    Error failure() const { return errno_error(ErrorCode::io, "cannot remove '" + path_ + "'", errno); }

    int open_folder(const std::string& name) const {
        return ::openat(here_.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }

    Status enter(const std::string& name) {
        Fd folder(open_folder(name));
        if (!folder && errno == EACCES && ::fchmodat(here_.get(), name.c_str(), 0700, AT_SYMLINK_NOFOLLOW) == 0)
            folder.reset(open_folder(name));
        if (!folder) return failure();
        struct stat facts {};
        if (::fstat(folder.get(), &facts) != 0) return failure();
        if ((facts.st_mode & 0700) != 0700 && ::fchmod(folder.get(), 0700) != 0) return failure();
        if (levels_.empty()) top_ = std::move(here_);
        here_ = std::move(folder);
        levels_.push_back({name, {}, facts.st_dev, facts.st_ino});
        return empty_files();
    }

    /// Unlinks what is no folder and notes the folders.
    Status empty_files() {
        DIR* stream = ::fdopendir(::fcntl(here_.get(), F_DUPFD_CLOEXEC, 0));
        if (stream == nullptr) return failure();
        const std::unique_ptr<DIR, int (*)(DIR*)> closer(stream, ::closedir);
        errno = 0;
        while (const dirent* entry = ::readdir(stream)) {
            const std::string_view name = entry->d_name;
            if (name == "." || name == "..") continue;
            if (entry->d_type == DT_DIR) {
                levels_.back().folders.emplace_back(name);
            } else if (::unlinkat(here_.get(), entry->d_name, 0) != 0 && errno != ENOENT) {
                if (errno != EISDIR) return failure();
                levels_.back().folders.emplace_back(name);
            }
            errno = 0;
        }
        if (errno != 0) return failure();
        return Done{};
    }

    Status leave() {
        const std::string name = std::move(levels_.back().name);
        levels_.pop_back();
        Fd above;
        if (levels_.empty()) {
            above = std::move(top_);
        } else {
            above.reset(::openat(here_.get(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
            struct stat facts {};
            if (!above || ::fstat(above.get(), &facts) != 0) return failure();
            if (facts.st_dev != levels_.back().device || facts.st_ino != levels_.back().inode)
                return Error{ErrorCode::io, "cannot remove '" + path_ + "': a folder in it was moved meanwhile",
                             "end the program that uses it"};
        }
        // The folder is closed before it goes: ext4 takes several times longer to remove one that is open.
        here_ = std::move(above);
        if (::unlinkat(here_.get(), name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT) return failure();
        return Done{};
    }

    const std::string& path_;
    Fd top_;   // the parent of the whole tree, while inside it
    Fd here_;  // the folder whose entries are handled
    std::vector<Level> levels_;
};

}  // namespace

Status remove_tree(const std::string& path) {
    const std::string name(file_name(path));
    if (name.empty() || name == "." || name == "..")
        return Error{ErrorCode::io, "cannot remove '" + path + "': it names no single file or folder", ""};
    const std::string parent(parent_path(path));
    if (!exists(parent)) return Done{};
    return TreeRemover(path).run(parent, name);
}

}  // namespace judge
