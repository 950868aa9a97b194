#pragma once

// A small HTTP server on the loopback interface: it takes requests of programs on this machine, answers each at once,
// and hands them over one by one. Source: RFC 9112 (HTTP/1.1), as far as a browser's fetch() of a text needs it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/fd.h"
#include "base/result.h"
#include "base/units.h"

namespace judge {

struct LoopbackRequest {
    std::string method;  // "POST"
    std::string path;    // "/"
    std::string body;
};

struct LoopbackAnswer {
    int status = 200;
    std::string body;  // JSON
};

class LoopbackServer {
  public:
    /// Listens on 127.0.0.1, and on ::1 where there is IPv6; port 0 takes any that is free.
    /// Errors: busy - somebody else has the port; io.
    static Result<LoopbackServer> open(std::uint16_t port);

    LoopbackServer(LoopbackServer&&) noexcept;
    LoopbackServer& operator=(LoopbackServer&&) noexcept;
    ~LoopbackServer();

    std::uint16_t port() const { return port_; }

    /// The next whole request. Bodies over `kMostBody` are refused with 413, what is no HTTP with 400, what a web
    /// page sent (by Origin or Host) with 403, and a client that says nothing for 10 s is left; none of these is an
    /// Error. After the call, the request waits for `answer`. Nothing: `patience` passed, or `cancel` was requested.
    /// Errors: io.
    Result<std::optional<LoopbackRequest>> next(Nanos patience, const Cancel* cancel = nullptr);

    /// Answers the request that `next` gave and closes its connection. A client that went away is no matter.
    void answer(const LoopbackAnswer& answer);

    static constexpr std::size_t kMostBody = 64 << 20;

  private:
    struct Connection;
    LoopbackServer();
    std::optional<LoopbackRequest> read_from(Connection& connection);
    void accept_all(int listener);

    std::uint16_t port_ = 0;
    std::vector<Fd> listeners_;
    std::vector<std::unique_ptr<Connection>> connections_;
    std::unique_ptr<Connection> waiting_;  // for its answer
};

}  // namespace judge
