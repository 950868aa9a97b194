#pragma once

// The resident process of one measuring slot.

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace judge {

/// A started box; killed and reaped on destruction. Move only.
class BoxProcess {
  public:
    BoxProcess() = default;
    BoxProcess(BoxProcess&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}
    BoxProcess& operator=(BoxProcess&& other) noexcept;
    BoxProcess(const BoxProcess&) = delete;
    BoxProcess& operator=(const BoxProcess&) = delete;
    ~BoxProcess();

    pid_t pid() const { return pid_; }

  private:
    friend Result<BoxProcess> start_box(const std::string&, const std::vector<std::string>&, const Fd&, int);
    explicit BoxProcess(pid_t pid) : pid_(pid) {}
    void end();
    pid_t pid_ = -1;
};

/// Starts `program` with `args` (its own name not among them), an empty environment, standard input and output at
/// /dev/null, our standard error, and `socket` as descriptor `socket_number`; no other descriptor. It is killed when
/// the calling thread ends, so call this from the main thread. `socket` stays the caller's, who should close it.
/// Errors: tool_missing - `program`; io.
Result<BoxProcess> start_box(const std::string& program, const std::vector<std::string>& args, const Fd& socket,
                             int socket_number = 3);

}  // namespace judge
