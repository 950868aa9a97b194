#include "base/cancel.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace judge {

Cancel::Cancel() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!event_) panic(errno_error(ErrorCode::io, "cannot make an event descriptor", errno).message);
}

void Cancel::request() {
    const int kept = errno;
    requested_.store(true, std::memory_order_relaxed);
    const std::uint64_t one = 1;
    // A full counter would be readable already: nothing is lost when the write is refused.
    [[maybe_unused]] const ssize_t n = ::write(event_.get(), &one, sizeof one);
    errno = kept;
}

}  // namespace judge
