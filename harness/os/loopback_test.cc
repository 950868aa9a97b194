#include "os/loopback.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <memory>

namespace judge {
namespace {

constexpr Nanos kLong = std::chrono::seconds(60);

class Loopback : public testing::Test {
  protected:
    void SetUp() override {
        Result<LoopbackServer> opened = LoopbackServer::open(0);
        if (!opened) GTEST_SKIP() << "no loopback interface here: " << opened.error().message;
        server_ = std::make_unique<LoopbackServer>(*std::move(opened));
    }
    Fd connect() const {
        Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(server_->port());
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::connect(socket.get(), static_cast<sockaddr*>(static_cast<void*>(&address)), sizeof address), 0);
        return socket;
    }
    static std::string post(const std::string& body) {
        return "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\ncontent-length: " +
               std::to_string(body.size()) + "\r\n\r\n" + body;
    }
    LoopbackRequest request() {
        Result<std::optional<LoopbackRequest>> next = server_->next(kLong);
        if (!next || !*next) panic("no request came");
        return **next;
    }
    std::unique_ptr<LoopbackServer> server_;
};

TEST_F(Loopback, TakesARequestAndAnswersIt) {
    const Fd client = connect();
    ASSERT_TRUE(write_all(client.get(), post("{\"a\": 1}")).ok());
    const LoopbackRequest taken = request();
    EXPECT_EQ(taken.method, "POST");
    EXPECT_EQ(taken.path, "/");
    EXPECT_EQ(taken.body, "{\"a\": 1}");
    server_->answer({200, "{}"});
    const std::string answer = read_all(client.get()).value();
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
    EXPECT_TRUE(answer.ends_with("\r\n\r\n{}")) << answer;
}

TEST_F(Loopback, ASilentConnectionHoldsNobodyUp) {
    const Fd silent = connect(), half = connect(), client = connect();
    ASSERT_TRUE(write_all(half.get(), "POST / HTTP/1.1\r\nContent-Le").ok());
    ASSERT_TRUE(write_all(client.get(), post("x")).ok());
    EXPECT_EQ(request().body, "x");
    server_->answer({});
    ASSERT_TRUE(write_all(half.get(), "ngth: 2\r\n\r\nhi").ok());
    EXPECT_EQ(request().body, "hi");
}

TEST_F(Loopback, RefusesWhatAWebPageSends) {
    for (const std::string fields :
         {"Host: localhost:1\r\nOrigin: http://evil.example", "Host: 127.0.0.1\r\norigin: null",
          "Host: [::1]:9\r\nOrigin:https://localhost", "Host: evil.example"}) {
        const Fd client = connect();
        ASSERT_TRUE(write_all(client.get(), "POST / HTTP/1.1\r\n" + fields + "\r\nContent-Length: 2\r\n\r\n{}").ok());
        const Fd honest = connect();
        ASSERT_TRUE(write_all(honest.get(),
                              "POST / HTTP/1.1\r\nHost: 127.0.0.1:9\r\nOrigin: moz-extension://ab-cd\r\n"
                              "Content-Length: 2\r\n\r\nok")
                        .ok());
        EXPECT_EQ(request().body, "ok") << fields;
        server_->answer({});
        EXPECT_NE(read_all(client.get()).value().find(" 403 "), std::string::npos) << fields;
    }
}

TEST_F(Loopback, RefusesWhatItDoesNotUnderstand) {
    for (const auto& [text, status] : {std::pair{std::string("nonsense\r\n\r\n"), "400"},
                                       {"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "400"},
                                       {"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"},
                                       {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "400"},
                                       {"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", "413"},
                                       {std::string(70'000, 'a'), "400"}}) {
        const Fd client = connect();
        ASSERT_TRUE(write_all(client.get(), text).ok());
        // A good request after each: the bad one was no reason to end.
        const Fd good = connect();
        ASSERT_TRUE(write_all(good.get(), post("good")).ok());
        EXPECT_EQ(request().body, "good");
        server_->answer({});
        while (true) {
            std::array<char, 64> head{};
            const ssize_t count = ::recv(client.get(), head.data(), head.size(), MSG_DONTWAIT);
            if (count > 0) {
                EXPECT_EQ(std::string(head.data(), 12), std::string("HTTP/1.1 ") + status);
                break;
            }
            ASSERT_TRUE(server_->next(std::chrono::milliseconds(50)).ok());
        }
    }
}

TEST_F(Loopback, StopsWhenAskedAndWhenPatienceEnds) {
    Cancel cancel;
    cancel.request();
    EXPECT_FALSE(server_->next(kLong, &cancel).value().has_value());
    EXPECT_FALSE(server_->next(Nanos(0)).value().has_value());
}

TEST_F(Loopback, NamesAPortThatIsTaken) {
    const Result<LoopbackServer> second = LoopbackServer::open(server_->port());
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error().code, ErrorCode::busy);
}

}  // namespace
}  // namespace judge
