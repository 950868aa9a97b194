#pragma once

// One file as a sequence of bytes, seen through one small reused buffer: comparers read files of any size in constant
// memory. (A fresh page costs 13 to 20 us on some machines, so mapping or loading a file is several times slower.)

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace judge {

/// Reads a file from its beginning with pread(2), so that the descriptor's own offset neither matters nor moves.
/// A read error ends the stream like the end of the file and is kept in `error`.
class ByteStream {
  public:
    /// How many bytes before the window stay readable through `before`.
    static constexpr std::size_t kLookBack = 4096;
    static constexpr std::size_t kCapacity = 256 * 1024;

    /// The descriptor is borrowed. The buffer is no larger than the file needs; `capacity` bounds the window in bytes.
    explicit ByteStream(int fd, std::size_t capacity = kCapacity);

    /// The unread bytes at hand. Empty only before the first `fill` and at the end.
    std::string_view window() const { return {cursor_, static_cast<std::size_t>(end_ - cursor_)}; }
    /// Reads more if the window is empty; false at the end of the file.
    bool fill() { return cursor_ != end_ || refill(1); }
    /// True if at least `count` bytes are in the window, after reading if need be; else the file ends before, or the
    /// window cannot hold so many: `ends_with_window` tells.
    bool want(std::size_t count) { return static_cast<std::size_t>(end_ - cursor_) >= count || refill(count); }
    /// True if reading has met the end of the file: nothing follows the window.
    bool ends_with_window() const { return at_end_; }
    void skip(std::size_t count) { cursor_ += count; }
    /// Goes back over bytes that were skipped, at most as many as `kLookBack`.
    void back(std::size_t count) { cursor_ -= count; }
    /// The byte `distance` (from 1, at most kLookBack and `offset`) before the window.
    char before(std::size_t distance) const { return *(cursor_ - distance); }
    /// Where in the file the window begins.
    std::uint64_t offset() const { return read_ - static_cast<std::uint64_t>(end_ - cursor_); }
    /// Why reading failed, or empty.
    const std::string& error() const { return error_; }
    int fd() const { return fd_; }
    std::size_t capacity() const { return capacity_; }

  private:
    bool refill(std::size_t count);

    int fd_;
    std::size_t capacity_;
    std::unique_ptr<char[]> memory_;  // kLookBack bytes of the past, then the window
    char* cursor_;
    char* end_;
    std::uint64_t read_ = 0;  // bytes read so far
    bool at_end_ = false;
    std::string error_;
};

/// Of C's isspace in the "C" locale: blank, tab, newline, vertical tab, form feed, carriage return. A NUL, a no-break
/// space and every byte over 127 are ordinary.
constexpr bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/// How many leading bytes of the two are equal.
std::size_t equal_prefix(std::string_view a, std::string_view b);

}  // namespace judge
