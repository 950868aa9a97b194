#include "judging/hashed_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <cerrno>

#include "base/fd.h"
#include "base/hash.h"

namespace judge {
namespace {

constexpr std::size_t kHashBuffer = 64 * 1024;
constexpr std::int64_t kSettledNs = 3'000'000'000;

std::int64_t nanoseconds(const timespec& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

bool is_settled(const FileState& state, std::int64_t now_ns) {
    return std::max(state.modified_ns, state.changed_ns) + kSettledNs < now_ns;
}

}  // namespace

Result<FileState> state_of(int fd) {
    struct stat status {};
    if (::fstat(fd, &status) != 0) return errno_error(ErrorCode::io, "cannot look at a file", errno);
    FileState state;
    state.device = status.st_dev;
    state.inode = status.st_ino;
    state.size = static_cast<std::uint64_t>(status.st_size);
    state.modified_ns = nanoseconds(status.st_mtim);
    state.changed_ns = nanoseconds(status.st_ctim);
    return state;
}

bool HashedFile::is_still(int fd) const {
    if (!state) return false;
    const Result<FileState> now = state_of(fd);
    return now && *now == *state;
}

Result<HashedFile> hash_file(const std::string& path) {
    JUDGE_ASSIGN(file, open_file(path, O_RDONLY));
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    JUDGE_ASSIGN(before, state_of(file.get()));
    Hasher hasher;
    std::string buffer(kHashBuffer, '\0');
    HashedFile hashed;
    for (;;) {
        JUDGE_ASSIGN(got, read_at(file.get(), buffer, hashed.size.count));
        const std::string_view bytes = std::string_view(buffer).substr(0, got);
        if (hashed.size.count == 0 && (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")))
            hashed.fault = "cannot use '" + path + "': it is UTF-16 (byte order mark at byte 0)";
        hasher.add(bytes);
        hashed.size.count += got;
        if (got < buffer.size()) break;
    }
    hashed.digest = hasher.hex();
    JUDGE_ASSIGN(after, state_of(file.get()));
    if (before == after && is_settled(before, nanoseconds(now))) hashed.state = before;
    return hashed;
}

HashedFile hash_data_file(const std::string& path) {
    Result<HashedFile> hashed = hash_file(path);
    if (hashed) return *std::move(hashed);
    HashedFile unread;
    unread.fault = hashed.error().message;
    return unread;
}

Result<std::string> digest_of_file(const std::string& path) {
    JUDGE_ASSIGN(hashed, hash_file(path));
    return hashed.digest;
}

}  // namespace judge
