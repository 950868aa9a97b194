#include "judging/excerpt.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>

#include "base/fd.h"
#include "base/utf8.h"

namespace judge {
namespace {

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

Result<Bytes> size_of_file(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) return Bytes{static_cast<std::uint64_t>(status.st_size)};
    return errno_error(errno == ENOENT ? ErrorCode::not_found : ErrorCode::io, "cannot look at '" + path + "'", errno);
}

Status check_encoding(const std::string& path) {
    JUDGE_ASSIGN(file, open_file(path, O_RDONLY));
    std::array<char, 2> head{};
    JUDGE_ASSIGN(got, read_at(file.get(), head, 0));
    const std::string_view mark(head.data(), got);
    if (mark != "\xFF\xFE" && mark != "\xFE\xFF") return Done{};
    return Error{ErrorCode::bad_input, "cannot use '" + path + "': it is UTF-16 (byte order mark at byte 0)",
                 "save it as UTF-8: iconv -f UTF-16 -t UTF-8 FILE > NEW"};
}

}  // namespace judge
