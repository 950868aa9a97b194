#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/files.h"
#include "sandbox/resident_box.h"

namespace judge {
namespace {

constexpr std::size_t kChunk = 64 << 10;

}  // namespace

Result<InputFile> InputFile::make() {
    InputFile input;
    JUDGE_ASSIGN(file, make_memory_file("judge-input"));
    // A second description, so that the program gets neither the right to write nor our offset.
    JUDGE_ASSIGN(read_only, open_file("/proc/self/fd/" + std::to_string(file.get()), O_RDONLY));
    JUDGE_ASSIGN(empty, open_file("/dev/null", O_RDONLY));
    input.file_ = std::move(file);
    input.read_only_ = std::move(read_only);
    input.empty_ = std::move(empty);
    input.buffer_.resize(kChunk);
    return input;
}

Status InputFile::copy(int fd) {
    off_t from = ::lseek(fd, 0, SEEK_CUR);
    off_t to = 0;
    for (;;) {
        const ssize_t n = ::pread(fd, buffer_.data(), buffer_.size(), from);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno_error(ErrorCode::io, "cannot read the input", errno);
        if (n == 0) break;
        if (::pwrite(file_.get(), buffer_.data(), static_cast<std::size_t>(n), to) != n)
            return errno_error(ErrorCode::io, "cannot copy the input into memory", errno);
        from += n;
        to += n;
        if (n < static_cast<ssize_t>(buffer_.size())) {
            struct stat st = {};
            if (::fstat(fd, &st) == 0 && st.st_size <= from) break;
        }
    }
    if (::ftruncate(file_.get(), to) != 0 || ::lseek(read_only_.get(), 0, SEEK_SET) != 0)
        return errno_error(ErrorCode::io, "cannot rewind the input", errno);
    return Done{};
}

Result<int> InputFile::open_for(int fd, Reader reader) {
    if (fd < 0) return empty_.get();
    struct stat st = {};
    if (::fstat(fd, &st) != 0) return errno_error(ErrorCode::usage, "cannot use the input descriptor", errno);
    if (!S_ISREG(st.st_mode)) return fd;
    const bool safe = reader == Reader::stranger && (st.st_mode & S_IROTH) != 0 && (st.st_mode & S_IWOTH) == 0;
    if (safe) return fd;
    JUDGE_TRY(copy(fd));
    return read_only_.get();
}

}  // namespace judge
