#include "base/fd.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace judge {

void Fd::reset(int fd) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
}

Result<Fd> open_file(const std::string& path, int flags, unsigned mode) {
    int fd;
    do fd = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    if (fd >= 0) return Fd(fd);
    const ErrorCode code = errno == ENOENT || errno == ENOTDIR ? ErrorCode::not_found : ErrorCode::io;
    return errno_error(code, "cannot open '" + path + "'", errno);
}

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno_error(ErrorCode::io, "cannot make a pipe", errno);
    return Pipe{Fd(ends[0]), Fd(ends[1])};
}

Result<Fd> make_memory_file(const std::string& name) {
    const int fd = ::memfd_create(name.c_str(), MFD_CLOEXEC);
    if (fd < 0) return errno_error(ErrorCode::io, "cannot make the memory file '" + name + "'", errno);
    return Fd(fd);
}

namespace {

/// What /proc says that `fd` is open on; empty if nothing.
std::string name_of(int fd) {
    std::array<char, 4096> name{};
    const ssize_t n = ::readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), name.data(), name.size());
    return {name.data(), n > 0 ? static_cast<std::size_t>(n) : 0};
}

}  // namespace

Status write_all(int fd, std::string_view data, std::string_view name) {
    while (!data.empty()) {
        const ssize_t n = ::write(fd, data.data(), data.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) {
            const int cause = errno;
            const std::string known = name.empty() ? name_of(fd) : std::string(name);
            return errno_error(ErrorCode::io, known.empty() ? "cannot write" : "cannot write '" + known + "'", cause);
        }
        data.remove_prefix(static_cast<std::size_t>(n));
    }
    return Done{};
}

Result<std::string> read_all(int fd) {
    std::string text;
    std::array<char, 65536> buffer;
    for (;;) {
        const ssize_t n = ::read(fd, buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno_error(ErrorCode::io, "cannot read", errno);
        if (n == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(n));
    }
}

Result<std::size_t> read_at(int fd, std::span<char> buffer, std::uint64_t offset) {
    std::size_t have = 0;
    while (have < buffer.size()) {
        const ssize_t n = ::pread(fd, buffer.data() + have, buffer.size() - have, static_cast<off_t>(offset + have));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno_error(ErrorCode::io, "cannot read", errno);
        if (n == 0) break;
        have += static_cast<std::size_t>(n);
    }
    return have;
}

}  // namespace judge
