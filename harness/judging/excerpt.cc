#include "judging/excerpt.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/fd.h"
#include "base/utf8.h"

namespace judge {
namespace {

constexpr std::size_t kBufferSize = 64 * 1024;

// Drops the bytes of a character that was cut in two at the end.
void drop_broken_tail(std::string& text) {
    std::size_t back = 0;
    while (back < 3 && back < text.size() &&
           (static_cast<unsigned char>(text[text.size() - 1 - back]) & 0xC0U) == 0x80U)
        ++back;
    if (back >= text.size()) return;
    const unsigned char lead = static_cast<unsigned char>(text[text.size() - 1 - back]);
    const std::size_t length = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : lead >= 0xC0U ? 2 : 1;
    if (length > back + 1) text.resize(text.size() - 1 - back);
}

}  // namespace

Result<Excerpt> excerpt_of(int fd, Bytes limit) {
    struct stat status {};
    if (::fstat(fd, &status) != 0) return errno_error(ErrorCode::io, "cannot look at a file", errno);
    Excerpt excerpt;
    excerpt.size = Bytes{static_cast<std::uint64_t>(status.st_size)};
    std::string head(std::min<std::uint64_t>(limit.count, excerpt.size.count), '\0');
    JUDGE_ASSIGN(got, read_at(fd, head, 0));
    head.resize(got);
    if (got < excerpt.size.count) {
        const std::size_t line_end = head.rfind('\n');
        if (line_end != std::string::npos && line_end + 1 >= head.size() / 2)
            head.resize(line_end + 1);
        else
            drop_broken_tail(head);
        excerpt.text = printable(head) + "…";
    } else {
        excerpt.text = printable(head);
    }
    return excerpt;
}

Result<Excerpt> excerpt_of_file(const std::string& path, Bytes limit) {
    JUDGE_ASSIGN(file, open_file(path, O_RDONLY));
    return excerpt_of(file.get(), limit);
}

Result<TextCount> count_text(int fd) {
    TextCount count;
    std::string buffer(kBufferSize, '\0');
    bool in_token = false, in_line = false;
    for (std::uint64_t offset = 0;;) {
        JUDGE_ASSIGN(got, read_at(fd, buffer, offset));
        for (const char c : std::string_view(buffer).substr(0, got)) {
            const bool white = c == ' ' || (c >= '\t' && c <= '\r');
            count.tokens += !white && !in_token;
            count.lines += c == '\n';
            in_token = !white;
            in_line = c != '\n';
        }
        offset += got;
        if (got < buffer.size()) break;
    }
    count.lines += in_line;
    return count;
}

Result<TextCount> count_text_of_file(const std::string& path) {
    JUDGE_ASSIGN(file, open_file(path, O_RDONLY));
    return count_text(file.get());
}

Result<Bytes> size_of_file(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) return Bytes{static_cast<std::uint64_t>(status.st_size)};
    return errno_error(errno == ENOENT ? ErrorCode::not_found : ErrorCode::io, "cannot look at '" + path + "'", errno);
}

}  // namespace judge
