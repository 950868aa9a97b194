#pragma once

// Two streams walked together. Where the files are equal, as they nearly always are, nothing but one block compare
// happens; the rules of a comparer look at the bytes only where the two differ. That is sound because over a common
// stretch every rule's state is a function of the bytes just passed, which `common` and ByteStream::before give back.

#include <cstdint>

#include "checker/byte_stream.h"

namespace judge {

class Lockstep {
  public:
    Lockstep(ByteStream& output_stream, ByteStream& answer_stream) : output(output_stream), answer(answer_stream) {}

    /// Passes over equal bytes. True: the next bytes differ, or one side is at its end. False: both are at their end.
    bool advance();

    /// The two sides stand at positions that correspond, but not because of equal bytes.
    void resync() { common_ = 0; }
    /// Passes `count` bytes on both sides that count as equal.
    void pass(std::size_t count);
    /// Takes back at most `limit` bytes that `wanted` accepts, over common bytes only.
    template <typename Predicate>
    std::size_t back(std::size_t limit, Predicate wanted);

    /// How many bytes just before both positions are equal, or passed as equal: at most ByteStream::kLookBack.
    std::size_t common() const {
        return common_ < ByteStream::kLookBack ? static_cast<std::size_t>(common_) : ByteStream::kLookBack;
    }

    ByteStream& output;
    ByteStream& answer;

  private:
    std::uint64_t common_ = 0;
};

/// The next byte, or -1 at the end.
inline int peek(ByteStream& stream) {
    return stream.fill() ? static_cast<unsigned char>(stream.window().front()) : -1;
}

/// Passes white space; true if something follows it.
bool skip_spaces(ByteStream& stream);

inline void Lockstep::pass(std::size_t count) {
    output.skip(count);
    answer.skip(count);
    common_ += count;
}

template <typename Predicate>
std::size_t Lockstep::back(std::size_t limit, Predicate wanted) {
    std::size_t count = 0;
    while (count < limit && count < common() && wanted(output.before(count + 1))) ++count;
    output.back(count);
    answer.back(count);
    common_ -= count;
    return count;
}

}  // namespace judge
