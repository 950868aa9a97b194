#include "sandbox/output_file.h"

#include <fcntl.h>
#include <linux/falloc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace judge {
namespace {

// Every fresh page costs each run; keep_ahead finds those who print more.
constexpr std::uint64_t kLeastRoom = 4 << 10;
constexpr std::uint64_t kMostAhead = 16 << 20;

}  // namespace

Result<OutputFile> OutputFile::make() {
    JUDGE_ASSIGN(fd, make_memory_file("judge-output"));
    OutputFile file(std::move(fd));
    JUDGE_TRY(file.reset());
    return file;
}

Status OutputFile::reset(Bytes room) {
    if (::ftruncate(fd_.get(), 0) != 0) return errno_error(ErrorCode::io, "cannot empty the output file", errno);
    const std::uint64_t wanted = std::max(room.count, kLeastRoom);
    if (::fallocate(fd_.get(), FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(wanted)) != 0)
        return errno_error(ErrorCode::io, "cannot keep room for output", errno);
    if (::lseek(fd_.get(), 0, SEEK_SET) != 0) return errno_error(ErrorCode::io, "cannot rewind the output file", errno);
    // A program may have set it to append or not to block.
    if (::fcntl(fd_.get(), F_SETFL, 0) != 0) return errno_error(ErrorCode::io, "cannot reset the output file", errno);
    return Done{};
}

Result<Bytes> OutputFile::size() const {
    struct stat st = {};
    if (::fstat(fd_.get(), &st) != 0) return errno_error(ErrorCode::io, "cannot look at the output file", errno);
    return Bytes{static_cast<std::uint64_t>(st.st_size)};
}

Result<std::size_t> OutputFile::read(std::span<char> buffer, std::uint64_t offset) const {
    return read_at(fd_.get(), buffer, offset);
}

Result<std::string> OutputFile::head(Bytes limit) const {
    JUDGE_ASSIGN(length, size());
    std::string text(static_cast<std::size_t>(std::min(length.count, limit.count)), '\0');
    JUDGE_ASSIGN(got, read(text, 0));
    text.resize(got);
    return text;
}

Bytes keep_ahead(int fd, Bytes limit) {
    struct stat st = {};
    if (::fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) return {};
    const std::uint64_t size = static_cast<std::uint64_t>(st.st_size);
    const std::uint64_t room = static_cast<std::uint64_t>(st.st_blocks) * 512;
    if (size > 0 && size + kMostAhead / 2 > room && size < limit.count) {
        const std::uint64_t more = std::min({kMostAhead, limit.count - size, std::max(size * 4, kLeastRoom)});
        // A refusal only means that the pages are charged to the program after all.
        [[maybe_unused]] const int refused =
            ::fallocate(fd, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(size), static_cast<off_t>(more));
    }
    return {size};
}

}  // namespace judge
