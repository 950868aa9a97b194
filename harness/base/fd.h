#pragma once

// A file descriptor that closes itself, and whole reads and writes that neither stop at EINTR nor at a short count.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace judge {

/// Owns one descriptor, or none (-1). Move only.
class Fd {
  public:
    Fd() = default;
    explicit Fd(int fd) : fd_(fd) {}
    Fd(Fd&& other) noexcept : fd_(other.release()) {}
    Fd& operator=(Fd&& other) noexcept {
        if (this != &other) reset(other.release());
        return *this;
    }
    Fd(const Fd&) = delete;
    Fd& operator=(const Fd&) = delete;
    ~Fd() { reset(); }

    int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    int release() { return std::exchange(fd_, -1); }
    void reset(int fd = -1);

  private:
    int fd_ = -1;
};

struct Pipe {
    Fd read;
    Fd write;
};

/// open(2) with O_CLOEXEC. Errors: not_found - ENOENT or ENOTDIR; io - any other.
Result<Fd> open_file(const std::string& path, int flags, unsigned mode = 0644);

/// pipe2(2) with O_CLOEXEC. Errors: io.
Result<Pipe> make_pipe();

/// An anonymous memory file (memfd_create(2)), close-on-exec, sealed against nothing. Errors: io.
Result<Fd> make_memory_file(const std::string& name);

/// Writes all of `data`. Errors: io - with EPIPE and ENOSPC among the causes; they call the file `name`, or what /proc
/// says.
Status write_all(int fd, std::string_view data, std::string_view name = {});

/// Reads from the current offset to the end of file. Errors: io.
Result<std::string> read_all(int fd);

/// Fills `buffer` from `offset` without moving the file offset; returns how many bytes there were (less than asked only
/// at the end of file). Errors: io.
Result<std::size_t> read_at(int fd, std::span<char> buffer, std::uint64_t offset);

}  // namespace judge
