#include "os/slots.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>

#include <cerrno>

#include "base/files.h"

namespace judge {

Result<Slot> Slots::try_one(unsigned processor) const {
    // A lock belongs to one open(2), so that two threads of one process exclude each other, too.
    const std::string path = join_path(folder_, "processor-" + std::to_string(processor) + ".lock");
    JUDGE_ASSIGN(file, open_file(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0600));
    int taken;
    do taken = ::flock(file.get(), LOCK_EX | LOCK_NB);
    while (taken != 0 && errno == EINTR);
    if (taken == 0) return Slot(processor, std::move(file));
    if (errno != EWOULDBLOCK) return errno_error(ErrorCode::io, "cannot lock '" + path + "'", errno);
    return Error{ErrorCode::busy, "cannot take a measuring slot: all processors are in use", ""};
}

Result<Slot> Slots::try_acquire(std::optional<unsigned> first) const {
    Result<Slot> slot = try_one(first.value_or(processors_.front()));
    for (const unsigned processor : processors_) {
        if (slot || slot.error().code != ErrorCode::busy) break;
        slot = try_one(processor);
    }
    return slot;
}

Result<Slot> Slots::acquire(const Cancel& cancel, std::optional<unsigned> first) const {
    // flock can wait for one file only, so that waiting for any of several is asking again; rarer as time goes on.
    for (int pause_ms = 1;; pause_ms = pause_ms < 16 ? pause_ms * 2 : 20) {
        if (cancel.requested())
            return Error{ErrorCode::interrupted, "cannot take a measuring slot: a stop was requested", ""};
        Result<Slot> slot = try_acquire(first);
        if (slot || slot.error().code != ErrorCode::busy) return slot;
        pollfd stop{cancel.wait_fd(), POLLIN, 0};
        ::poll(&stop, 1, pause_ms);
    }
}

}  // namespace judge
