#include "base/result.h"

#include <cstdio>
#include <cstring>

namespace judge {

Error errno_error(ErrorCode code, std::string_view what, int error_number) {
    return {code, std::string(what) + ": " + std::strerror(error_number), ""};
}

std::string to_text(const Error& error) {
    return error.hint.empty() ? error.message : error.message + "\nhint: " + error.hint;
}

void panic(std::string_view message) {
    std::fprintf(stderr, "judge: internal error: %.*s\n", static_cast<int>(message.size()), message.data());
    std::abort();
}

}  // namespace judge
