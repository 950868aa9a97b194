#pragma once

// What the resident box knows about itself. judge-box is one small static process: no heap of its own, no threads, no
// exceptions.
//
// The idea: everything that is dear is done once, when the box is built: namespaces, mounts, the seccomp filter (which
// every program inherits, so that no run pays for it). A run costs one vfork-like clone and exec.
//
// The filter also binds the box. A refused call passes when its sixth argument, which none of them uses, holds a random
// number that only the box knows. The road not taken: a filter installed by every run costs 0.16 to 0.45 ms of it; a
// second, filtered process that launches could be killed by a contestant of the same uid, whereas the init of a PID
// namespace cannot.

#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "sandbox/box_wire.h"

namespace judge::box {

struct State {
    std::uint64_t cookie = 0;
    int socket = wire::kSocketFd;
    bool namespaces = false;   // this process is the init of its PID namespace and owns its mounts
    bool switch_user = false;  // contestants get uid/gid below instead of the box's
    bool own_uid = false;      // but not with the present folders
    bool landlock = false;     // files are held by Landlock rules
    bool has_filter = false;
    bool own_proc = false;  // `proc` numbers processes as the box does
    uid_t uid = 0;
    gid_t gid = 0;
    int proc = -1;     // /proc of the box's PID namespace, writable
    int loadavg = -1;  // of that /proc
    int root = -1;     // the private root as contestants see it; -1 = the machine's
    int root_rw = -1;  // the same tmpfs, writable
    int tmp = -1;      // the private /tmp
    int scratch = -1;  // working directory of runs
    int rules = -1;    // Landlock rule set
    std::uint32_t landlock_abi = 0;
    std::uint64_t scratch_bytes = 0;
    int cpu_counter = -1;
    std::uint32_t cpu_counter_kind = 0;
    std::uint32_t bound_cpu = 0xffffffff;
    cpu_set_t* all_cpus = nullptr;
    const char* folder = nullptr;  // the box's own, absolute
    const char* paths = nullptr;   // present folders: NUL-terminated strings, first letter the access
    std::uint32_t path_count = 0;
};

/// A system call that the filter lets pass for the box.
inline long privileged(const State& s, long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0) {
    return syscall(number, a, b, c, d, e, static_cast<long>(s.cookie));
}

template <typename T>
long word(T* pointer) {
    return reinterpret_cast<long>(pointer);
}

/// A path or line put together in place; too long a one is cut, and the kernel then refuses it.
class Text {
  public:
    Text& add(const char* text) {
        while (*text != '\0' && size_ + 1 < sizeof(bytes_)) bytes_[size_++] = *text++;
        bytes_[size_] = '\0';
        return *this;
    }
    Text& add(std::uint64_t number) {
        char digits[24];
        std::size_t at = sizeof(digits) - 1;
        digits[at] = '\0';
        do {
            digits[--at] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number != 0);
        return add(digits + at);
    }
    const char* c_str() const { return bytes_; }
    std::size_t size() const { return size_; }

  private:
    char bytes_[4200] = {};
    std::size_t size_ = 0;
};

/// A step of building that failed: which, and errno. `stage` none: success.
struct Failure {
    wire::Stage stage = wire::Stage::none;
    int error = 0;
    explicit operator bool() const { return stage != wire::Stage::none; }
};
inline Failure fail(wire::Stage stage) {
    return {stage, errno};
}

/// Writes a small file of /proc in one call.
inline bool write_text(int dir, const char* path, const char* text, std::size_t size) {
    const int fd = openat(dir, path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool ok = write(fd, text, size) == static_cast<ssize_t>(size);
    const int error = errno;
    close(fd);
    errno = error;
    return ok;
}

/// Reads a small file of /proc into `buffer`, NUL-terminated; the length, or -1.
inline ssize_t read_text(int dir, const char* path, char* buffer, std::size_t room) {
    const int fd = openat(dir, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    const ssize_t n = read(fd, buffer, room - 1);
    close(fd);
    buffer[n > 0 ? n : 0] = '\0';
    return n;
}

/// The first number in `text` at or after `from`, moved past it.
inline std::uint64_t next_number(const char*& from) {
    while (*from != '\0' && (*from < '0' || *from > '9')) ++from;
    std::uint64_t value = 0;
    while (*from >= '0' && *from <= '9') value = value * 10 + static_cast<std::uint64_t>(*from++ - '0');
    return value;
}

}  // namespace judge::box
