#pragma once

// One direction between two programs: what one writes to its standard output becomes the other's standard input, passed
// on by the judge. Both pipes' far ends stay open here too, until their owners were reaped: so neither program is ever
// hit by the other's death.

#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/units.h"

namespace judge {

class Lane {
  public:
    /// Errors: io.
    static Result<Lane> make();

    int writer_stdout() const { return from_.write.get(); }
    int reader_stdin() const { return to_.read.get(); }
    /// To be polled for POLLIN: -1 while what came is not passed on yet, or once all came.
    int readable() const;
    /// To be polled for POLLOUT: -1 if nothing waits to be passed on.
    int writable() const;

    /// Takes what came and passes on what the reader's pipe holds. Returns the new bytes, valid until the next call.
    std::string_view move();

    /// True if the writer, which lives, has closed its end: then the reader will see the end of its input. Only while
    /// the writer is known to sleep, for its death would look the same.
    bool writer_closed();
    /// The writer was reaped: once everything was passed on, the reader sees the end of its input.
    void writer_ended();
    /// The reader was reaped: what still comes is counted and thrown away.
    void reader_ended();

    Bytes passed() const { return passed_; }
    /// Nothing is on its way: all that was written has been read.
    bool is_idle() const;

  private:
    void push();
    Pipe from_, to_;
    std::string fresh_, waiting_;
    bool reader_gone_ = false;
    Bytes passed_;
};

}  // namespace judge
