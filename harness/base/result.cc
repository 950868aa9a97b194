#include "base/result.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace judge {

Error errno_error(ErrorCode code, std::string_view what, int error_number) {
    Error error{code, std::string(what) + ": " + std::strerror(error_number), ""};
    if (error_number == ENOSPC || error_number == EDQUOT) error.hint = "make room on that disk";
    if (error_number == EROFS) error.hint = "that disk may only be read: work on a copy elsewhere";
    return error;
}

std::string to_text(const Error& error) {
    return error.hint.empty() ? error.message : error.message + "\nhint: " + error.hint;
}

void panic(std::string_view message) {
    std::fprintf(stderr, "judge: internal error: %.*s\n", static_cast<int>(message.size()), message.data());
    std::abort();
}

}  // namespace judge
