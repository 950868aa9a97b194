#pragma once

// Where a program's output goes: an anonymous memory file whose first pages were allocated by the judge. A memory file
// charges the control group of whoever touches a page first, so what a program prints into kept room is never counted
// as its memory.

#include <cstdint>
#include <span>

#include "base/fd.h"
#include "base/units.h"

namespace judge {

/// One memory file, used again and again. Move only.
class OutputFile {
  public:
    /// Errors: io.
    static Result<OutputFile> make();

    /// Empties the file and keeps room for at least `room` bytes (4 KB if less), for a run that is expected to print
    /// as much. Errors: io - memory is short.
    Status reset(Bytes room = {});

    /// For RunRequest::stdout_fd and stderr_fd; its offset is at the start after `reset`.
    int fd() const { return fd_.get(); }

    /// How much the file holds now. A program that truncated it and wrote again is counted by what is left. Errors: io.
    Result<Bytes> size() const;

    /// As read_at: fills `buffer` from `offset`, returns how much there was. Errors: io.
    Result<std::size_t> read(std::span<char> buffer, std::uint64_t offset) const;

    /// At most the first `limit` bytes. Errors: io.
    Result<std::string> head(Bytes limit) const;

  private:
    explicit OutputFile(Fd fd) : fd_(std::move(fd)) {}
    Fd fd_;
};

/// While a program writes into memory file `fd`: allocates more pages ahead of it when it comes near the end of the
/// kept room, up to `limit`. Returns the size now, 0 if `fd` is no regular file.
Bytes keep_ahead(int fd, Bytes limit);

}  // namespace judge
