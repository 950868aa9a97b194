#include "base/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace judge {
namespace {

/// The mode of what `path` leads to; 0 if nothing.
mode_t mode_of(const std::string& path) {
    struct stat facts {};
    return ::stat(path.c_str(), &facts) == 0 ? facts.st_mode : 0;
}

Error too_large(const std::string& path, Bytes limit) {
    return {ErrorCode::bad_input, "cannot read '" + path + "': it is larger than " + to_text(limit), ""};
}

/// A name beside `path` that no other process or thread uses.
std::string neighbour_of(const std::string& path) {
    static std::atomic<unsigned> counter = 0;
    struct timespec now {};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const std::string name = ".new-" + std::to_string(::getpid()) + "-" + std::to_string(counter++) + "-" +
                             std::to_string(now.tv_sec) + std::to_string(now.tv_nsec);
    return join_path(parent_path(path), name);
}

/// Into the file `fresh`, which is to become `path`.
Status write_and_sync(const std::string& fresh, std::string_view content, unsigned mode, const std::string& path) {
    JUDGE_ASSIGN(file, open_file(fresh, O_WRONLY | O_CREAT | O_EXCL, mode));
    JUDGE_TRY(write_all(file.get(), content, path));
    if (::fsync(file.get()) != 0) return errno_error(ErrorCode::io, "cannot write '" + path + "'", errno);
    return Done{};
}

DirEntry::Kind kind_of(int folder, const dirent& entry) {
    if (entry.d_type == DT_REG) return DirEntry::Kind::file;
    if (entry.d_type == DT_DIR) return DirEntry::Kind::directory;
    struct stat facts {};
    if (::fstatat(folder, entry.d_name, &facts, 0) != 0) return DirEntry::Kind::other;
    if (S_ISREG(facts.st_mode)) return DirEntry::Kind::file;
    return S_ISDIR(facts.st_mode) ? DirEntry::Kind::directory : DirEntry::Kind::other;
}

}  // namespace

Result<std::string> read_file(const std::string& path, Bytes limit) {
    JUDGE_ASSIGN(file, open_file(path, O_RDONLY));
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0) return errno_error(ErrorCode::io, "cannot read '" + path + "'", errno);
    if (S_ISREG(facts.st_mode) && static_cast<std::uint64_t>(facts.st_size) > limit.count)
        return too_large(path, limit);
    std::string text;
    if (S_ISREG(facts.st_mode)) text.reserve(static_cast<std::size_t>(facts.st_size));
    std::array<char, 65536> buffer;
    for (;;) {
        const ssize_t n = ::read(file.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno_error(ErrorCode::io, "cannot read '" + path + "'", errno);
        if (n == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(n));
        if (text.size() > limit.count) return too_large(path, limit);
    }
}

Status write_file_atomically(const std::string& path, std::string_view content, unsigned mode) {
    const std::string parent(parent_path(path));
    JUDGE_TRY(make_directories(parent));
    const std::string fresh = neighbour_of(path);
    Status written = write_and_sync(fresh, content, mode, path);
    if (written && ::rename(fresh.c_str(), path.c_str()) != 0)
        written = errno_error(ErrorCode::io, "cannot replace it", errno);
    if (!written) {
        ::unlink(fresh.c_str());
        Error error = std::move(written).error();
        const std::string named = "cannot write '" + path + "'";
        if (!error.message.starts_with(named)) error.message = named + ": " + error.message;
        return Error{ErrorCode::io, error.message, error.hint};
    }
    // Makes the rename last over a power cut; some file systems cannot, and the content is safe all the same.
    if (const Result<Fd> folder = open_file(parent, O_RDONLY | O_DIRECTORY)) ::fsync(folder->get());
    return Done{};
}

Status copy_file(const std::string& from, const std::string& to, Existing existing) {
    JUDGE_ASSIGN(source, open_file(from, O_RDONLY | O_NONBLOCK));  // a pipe without a writer is no reason to wait
    struct stat facts {};
    if (::fstat(source.get(), &facts) != 0 || !S_ISREG(facts.st_mode))
        return Error{ErrorCode::bad_input, "cannot copy '" + from + "': it is not a regular file", ""};
    const int how = existing == Existing::refused ? O_EXCL : O_TRUNC;
    JUDGE_ASSIGN(target, open_file(to, O_WRONLY | O_CREAT | how, (facts.st_mode & 0100) != 0 ? 0755 : 0644));
    std::array<char, 65536> buffer;
    for (std::uint64_t offset = 0;;) {
        JUDGE_ASSIGN(count, read_at(source.get(), buffer, offset));
        if (count == 0) return Done{};
        JUDGE_TRY(write_all(target.get(), {buffer.data(), count}));
        offset += count;
    }
}

Status write_to(const std::string& path, std::string_view content) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return write_file_atomically(path, content);
    if (S_ISREG(status.st_mode)) {
        JUDGE_ASSIGN(real, real_path(path));
        return write_file_atomically(real, content, status.st_mode & 0777);
    }
    JUDGE_ASSIGN(file, open_file(path, O_WRONLY | O_NOCTTY));
    return write_all(file.get(), content, path);
}

Status make_directories(const std::string& path, unsigned mode) {
    if (path.empty()) return Error{ErrorCode::io, "cannot make the folder '': its name is empty", ""};
    // Mostly only the last one is missing, or none.
    if (::mkdir(path.c_str(), mode) == 0 || (errno == EEXIST && is_directory(path))) return Done{};
    for (std::size_t end = 0; end < path.size();) {
        end = std::min(path.find('/', end + 1), path.size());
        const std::string part = path.substr(0, end);
        if (::mkdir(part.c_str(), mode) == 0 || is_directory(part)) continue;
        const int cause = errno == EEXIST ? ENOTDIR : errno;
        return errno_error(ErrorCode::io, "cannot make the folder '" + part + "'", cause);
    }
    return Done{};
}

Result<std::vector<DirEntry>> list_directory(const std::string& path) {
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(::opendir(path.c_str()), ::closedir);
    if (!stream) {
        const ErrorCode code = errno == ENOENT || errno == ENOTDIR ? ErrorCode::not_found : ErrorCode::io;
        return errno_error(code, "cannot list the folder '" + path + "'", errno);
    }
    std::vector<DirEntry> entries;
    errno = 0;
    while (const dirent* entry = ::readdir(stream.get())) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") entries.push_back({std::string(name), kind_of(::dirfd(stream.get()), *entry)});
        errno = 0;
    }
    if (errno != 0) return errno_error(ErrorCode::io, "cannot list the folder '" + path + "'", errno);
    std::sort(entries.begin(), entries.end(),
              [](const DirEntry& a, const DirEntry& b) { return natural_less(a.name, b.name); });
    return entries;
}

Result<Bytes> free_room(const std::string& path) {
    struct statvfs status = {};
    if (::statvfs(path.c_str(), &status) != 0)
        return errno_error(errno == ENOENT ? ErrorCode::not_found : ErrorCode::io,
                           "cannot look at the file system of '" + path + "'", errno);
    return Bytes{static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize};
}

bool exists(const std::string& path) {
    return mode_of(path) != 0;
}

bool is_directory(const std::string& path) {
    return S_ISDIR(mode_of(path));
}

bool is_file(const std::string& path) {
    return S_ISREG(mode_of(path));
}

Result<TempDir> TempDir::make(const std::string& prefix, const std::string& parent) {
    std::string place = parent;
    if (place.empty()) {
        const char* wanted = std::getenv("TMPDIR");
        place = wanted != nullptr && *wanted != '\0' ? wanted : "/tmp";
    }
    std::string path = join_path(place, prefix + "XXXXXX");
    if (::mkdtemp(path.data()) == nullptr) {
        Error error = errno_error(ErrorCode::io, "cannot make a temporary folder in '" + place + "'", errno);
        error.hint = parent.empty() ? "set TMPDIR to a folder that may be written"
                                    : "make that folder writable, or work on a copy of it";
        return error;
    }
    return TempDir(std::move(path));
}

TempDir& TempDir::operator=(TempDir&& other) noexcept {
    if (this != &other) {
        if (!path_.empty()) static_cast<void>(remove_tree(path_));
        path_ = std::exchange(other.path_, {});
    }
    return *this;
}

TempDir::~TempDir() {
    if (!path_.empty()) static_cast<void>(remove_tree(path_));
}

}  // namespace judge
