#include "sandbox/lane.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace judge {
namespace {

constexpr std::size_t kChunk = 64 << 10;

Status never_block(int fd) {
    if (::fcntl(fd, F_SETFL, O_NONBLOCK) == 0) return Done{};
    return errno_error(ErrorCode::io, "cannot prepare a pipe", errno);
}

}  // namespace

Result<Lane> Lane::make() {
    Lane lane;
    JUDGE_ASSIGN(from, make_pipe());
    JUDGE_ASSIGN(to, make_pipe());
    // Only the judge's own ends: the others belong to different open file descriptions.
    JUDGE_TRY(never_block(from.read.get()));
    JUDGE_TRY(never_block(to.write.get()));
    lane.from_ = std::move(from);
    lane.to_ = std::move(to);
    return lane;
}

int Lane::readable() const {
    return waiting_.empty() ? from_.read.get() : -1;
}

int Lane::writable() const {
    return waiting_.empty() ? -1 : to_.write.get();
}

std::string_view Lane::move() {
    fresh_.clear();
    push();
    if (!waiting_.empty() || !from_.read) return fresh_;
    fresh_.resize(kChunk);
    const ssize_t n = ::read(from_.read.get(), fresh_.data(), fresh_.size());
    fresh_.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    if (n == 0) from_.read.reset();
    passed_ = passed_ + Bytes{fresh_.size()};
    if (!reader_gone_) waiting_ = fresh_;
    push();
    return fresh_;
}

void Lane::push() {
    if (!waiting_.empty() && to_.write) {
        const ssize_t n = ::write(to_.write.get(), waiting_.data(), waiting_.size());
        if (n > 0) waiting_.erase(0, static_cast<std::size_t>(n));
    }
    // The writer has ended and everything was passed on.
    if (waiting_.empty() && !from_.read) to_.write.reset();
}

void Lane::writer_ended() {
    from_.write.reset();
}

bool Lane::writer_closed() {
    if (!from_.write) return false;
    from_.write.reset();
    pollfd look = {from_.read.get(), 0, 0};
    if (::poll(&look, 1, 0) == 1 && (look.revents & POLLHUP) != 0) return true;
    // Somebody holds it still: so do we again.
    from_.write = Fd(::open(("/proc/self/fd/" + std::to_string(from_.read.get())).c_str(), O_WRONLY | O_CLOEXEC));
    return false;
}

void Lane::reader_ended() {
    reader_gone_ = true;
    waiting_.clear();
    to_.write.reset();
    to_.read.reset();
}

bool Lane::is_idle() const {
    int unread = 0;
    if (to_.read && ::ioctl(to_.read.get(), FIONREAD, &unread) != 0) return false;
    int coming = 0;
    if (from_.read && ::ioctl(from_.read.get(), FIONREAD, &coming) != 0) return false;
    return waiting_.empty() && unread == 0 && coming == 0;
}

}  // namespace judge
