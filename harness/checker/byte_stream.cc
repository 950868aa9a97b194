#include "checker/byte_stream.h"

#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include "base/fd.h"

namespace judge {

namespace {

/// A window that holds the whole of a small file and its end, so that small files cost few pages.
std::size_t window_for(int fd, std::size_t capacity) {
    struct stat facts = {};
    if (fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) return capacity;
    const auto size = static_cast<std::uint64_t>(facts.st_size);
    return static_cast<std::size_t>(std::min<std::uint64_t>(capacity, std::max<std::uint64_t>(size + 1, 512)));
}

std::uint64_t word_at(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

}  // namespace

ByteStream::ByteStream(int fd, std::size_t capacity)
    : fd_(fd),
      capacity_(window_for(fd, capacity)),
      memory_(std::make_unique_for_overwrite<char[]>(kLookBack + capacity_)),
      cursor_(memory_.get() + kLookBack),
      end_(cursor_) {}

bool ByteStream::refill(std::size_t count) {
    const auto rest = static_cast<std::size_t>(end_ - cursor_);
    const std::size_t past = std::min<std::uint64_t>(kLookBack, offset());
    char* const base = memory_.get() + kLookBack;
    if (cursor_ != base) {
        std::memmove(base - past, cursor_ - past, past + rest);
        cursor_ = base;
        end_ = base + rest;
    }
    while (static_cast<std::size_t>(end_ - cursor_) < count && !at_end_) {
        const auto room = static_cast<std::size_t>(base + capacity_ - end_);
        if (room == 0) return false;
        const Result<std::size_t> got = read_at(fd_, {end_, room}, read_);
        if (!got) error_ = got.error().message;
        const std::size_t bytes = got ? *got : 0;
        if (bytes < room) at_end_ = true;
        end_ += bytes;
        read_ += bytes;
    }
    return static_cast<std::size_t>(end_ - cursor_) >= count;
}

std::size_t equal_prefix(std::string_view a, std::string_view b) {
    constexpr std::size_t kNear = 64, kBlock = 4096;
    const std::size_t size = std::min(a.size(), b.size());
    const char* const left = a.data();
    const char* const right = b.data();
    std::size_t at = 0;
    const auto walk = [&](std::size_t until) {
        for (; at + 8 <= until; at += 8) {
            const std::uint64_t differ = word_at(left + at) ^ word_at(right + at);
            if (differ == 0) continue;
            static_assert(std::endian::native == std::endian::little);
            at += static_cast<std::size_t>(std::countr_zero(differ)) / 8;
            return true;
        }
        while (at < until && left[at] == right[at]) ++at;
        return at < until;
    };
    if (walk(std::min(size, kNear))) return at;
    while (at + kBlock <= size && std::memcmp(left + at, right + at, kBlock) == 0) at += kBlock;
    walk(size);
    return at;
}

}  // namespace judge
