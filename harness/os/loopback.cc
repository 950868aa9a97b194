#include "os/loopback.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/utf8.h"

namespace judge {

using Clock = std::chrono::steady_clock;

struct LoopbackServer::Connection {
    Fd socket;
    std::string bytes;
    Clock::time_point deadline;
    bool done = false;
};

namespace {

constexpr std::size_t kMostHead = 64 << 10;
constexpr std::size_t kMostConnections = 64;
constexpr auto kSilence = std::chrono::seconds(10);
constexpr auto kTick = std::chrono::milliseconds(100);  // how long a wish to stop may wait

Error busy_or_io(std::uint16_t port, int cause) {
    return errno_error(cause == EADDRINUSE ? ErrorCode::busy : ErrorCode::io,
                       "cannot listen on port " + std::to_string(port), cause);
}

Result<Fd> listen_on(int family, std::uint16_t port) {
    Fd socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) return busy_or_io(port, errno);
    const int on = 1;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_storage address{};
    socklen_t size = 0;
    if (family == AF_INET) {
        sockaddr_in four{};
        four.sin_family = AF_INET;
        four.sin_port = htons(port);
        four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        std::memcpy(&address, &four, size = sizeof four);
    } else {
        ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
        sockaddr_in6 six{};
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(port);
        six.sin6_addr = in6addr_loopback;
        std::memcpy(&address, &six, size = sizeof six);
    }
    sockaddr generic{};
    static_assert(sizeof generic <= sizeof address);
    if (::bind(socket.get(), static_cast<sockaddr*>(static_cast<void*>(&address)), size) != 0 ||
        ::listen(socket.get(), 64) != 0)
        return busy_or_io(port, errno);
    return socket;
}

std::uint16_t port_of(int socket) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(socket, static_cast<sockaddr*>(static_cast<void*>(&address)), &size);
    return ntohs(address.sin_port);
}

const char* phrase(int status) {
    switch (status) {
        case 200:
            return "OK";
        case 400:
            return "Bad Request";
        case 403:
            return "Forbidden";
        case 413:
            return "Content Too Large";
        default:
            return "Error";
    }
}

// Best effort: the extension ignores what it is answered.
void send_answer(int socket, const LoopbackAnswer& answer) {
    const std::string text = "HTTP/1.1 " + std::to_string(answer.status) + " " + phrase(answer.status) +
                             "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
                             std::to_string(answer.body.size()) + "\r\n\r\n" + answer.body;
    static_cast<void>(::send(socket, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
    ::shutdown(socket, SHUT_WR);
    // Unread bytes would turn the close into a reset, which throws the answer away.
    std::array<char, 4096> rest;
    for (int i = 0; i < 16 && ::recv(socket, rest.data(), rest.size(), MSG_DONTWAIT) > 0; ++i) continue;
}

// Content-Length of a head; nothing where there is none, npos where it is no number or stands there twice.
std::size_t body_size(std::string_view head) {
    std::optional<std::size_t> size;
    for (std::size_t at = head.find("\r\n"); at != std::string_view::npos; at = head.find("\r\n", at + 2)) {
        std::string_view line = head.substr(at + 2, head.find("\r\n", at + 2) - at - 2);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string name = lower_ascii(line.substr(0, colon));
        if (name == "transfer-encoding") return std::string_view::npos;
        if (name != "content-length") continue;
        line.remove_prefix(colon + 1);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
        if (error != std::errc() || size) return std::string_view::npos;
        if (std::any_of(end, line.data() + line.size(), [](char c) { return c != ' '; })) return std::string_view::npos;
        size = value;
    }
    return size.value_or(0);
}

// What stands after `name`: in a head; nothing where it has no such field.
std::optional<std::string_view> field(std::string_view head, std::string_view name) {
    for (std::size_t at = head.find("\r\n"); at != std::string_view::npos; at = head.find("\r\n", at + 2)) {
        std::string_view line = head.substr(at + 2, head.find("\r\n", at + 2) - at - 2);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || lower_ascii(line.substr(0, colon)) != name) continue;
        line.remove_prefix(colon + 1);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        return line;
    }
    return std::nullopt;
}

// Any page that is open in a browser can send to this port. Browsers say whose request it is in Origin, which is
// chrome-extension:// or moz-extension:// for an extension; a name other than this machine's in Host is a page whose
// name was made to lead here (DNS rebinding).
bool from_a_web_page(std::string_view head) {
    if (const auto origin = field(head, "origin"))
        if (origin->starts_with("http://") || origin->starts_with("https://") || *origin == "null") return true;
    const auto host = field(head, "host");
    if (!host) return false;
    const std::string_view name =
        host->starts_with('[') ? host->substr(0, host->find(']') + 1) : host->substr(0, host->find(':'));
    return name != "localhost" && name != "127.0.0.1" && name != "[::1]";
}

}  // namespace

LoopbackServer::LoopbackServer() = default;
LoopbackServer::LoopbackServer(LoopbackServer&&) noexcept = default;
LoopbackServer& LoopbackServer::operator=(LoopbackServer&&) noexcept = default;
LoopbackServer::~LoopbackServer() = default;

Result<LoopbackServer> LoopbackServer::open(std::uint16_t port) {
    LoopbackServer server;
    JUDGE_ASSIGN(four, listen_on(AF_INET, port));
    server.port_ = port_of(four.get());
    server.listeners_.push_back(std::move(four));
    // "localhost" may mean ::1 first. Without IPv6 on this machine, 127.0.0.1 is all there is.
    if (Result<Fd> six = listen_on(AF_INET6, server.port_)) server.listeners_.push_back(*std::move(six));
    return server;
}

void LoopbackServer::accept_all(int listener) {
    for (;;) {
        Fd socket(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket) return;
        if (connections_.size() >= kMostConnections) connections_.erase(connections_.begin());
        auto connection = std::make_unique<Connection>();
        connection->socket = std::move(socket);
        connection->deadline = Clock::now() + kSilence;
        connections_.push_back(std::move(connection));
    }
}

std::optional<LoopbackRequest> LoopbackServer::read_from(Connection& connection) {
    const auto refuse = [&](int status) -> std::optional<LoopbackRequest> {
        send_answer(connection.socket.get(), {status, "{}"});
        connection.done = true;
        return std::nullopt;
    };
    std::array<char, 65536> buffer;
    const ssize_t count = ::recv(connection.socket.get(), buffer.data(), buffer.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return std::nullopt;
    if (count <= 0) {
        connection.done = true;
        return std::nullopt;
    }
    connection.deadline = Clock::now() + kSilence;
    connection.bytes.append(buffer.data(), static_cast<std::size_t>(count));
    const std::size_t end = connection.bytes.find("\r\n\r\n");
    if (end == std::string::npos) return connection.bytes.size() > kMostHead ? refuse(400) : std::nullopt;
    const std::string_view head = std::string_view(connection.bytes).substr(0, end);
    const std::size_t size = body_size(head);
    if (size == std::string_view::npos) return refuse(400);
    if (size > kMostBody) return refuse(413);
    const std::size_t first = head.find(' '), second = head.find(' ', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos || head.substr(second + 1, 5) != "HTTP/")
        return refuse(400);
    if (from_a_web_page(head)) return refuse(403);
    if (connection.bytes.size() < end + 4 + size) return std::nullopt;
    LoopbackRequest request;
    request.method = head.substr(0, first);
    request.path = head.substr(first + 1, second - first - 1);
    request.body = connection.bytes.substr(end + 4, size);
    return request;
}

Result<std::optional<LoopbackRequest>> LoopbackServer::next(Nanos patience, const Cancel* cancel) {
    const Clock::time_point give_up = Clock::now() + patience;
    for (;;) {
        if (cancel != nullptr && cancel->requested()) return std::optional<LoopbackRequest>();
        std::vector<pollfd> polled;
        for (const Fd& listener : listeners_) polled.push_back({listener.get(), POLLIN, 0});
        for (const auto& connection : connections_) polled.push_back({connection->socket.get(), POLLIN, 0});
        const auto now = Clock::now();
        if (now >= give_up) return std::optional<LoopbackRequest>();
        const auto wait = std::min<Clock::duration>(kTick, give_up - now);
        const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(wait).count();
        if (::poll(polled.data(), polled.size(), static_cast<int>(milliseconds)) < 0 && errno != EINTR)
            return errno_error(ErrorCode::io, "cannot wait for requests", errno);
        for (std::size_t i = 0; i < connections_.size(); ++i) {
            if (polled[listeners_.size() + i].revents == 0) continue;
            std::optional<LoopbackRequest> request = read_from(*connections_[i]);
            if (!request) continue;
            waiting_ = std::move(connections_[i]);
            connections_.erase(connections_.begin() + static_cast<std::ptrdiff_t>(i));
            return request;
        }
        std::erase_if(connections_, [&](const auto& c) { return c->done || c->deadline < now; });
        for (std::size_t i = 0; i < listeners_.size(); ++i)
            if (polled[i].revents != 0) accept_all(listeners_[i].get());
    }
}

void LoopbackServer::answer(const LoopbackAnswer& answer) {
    if (waiting_) send_answer(waiting_->socket.get(), answer);
    waiting_.reset();
}

}  // namespace judge
