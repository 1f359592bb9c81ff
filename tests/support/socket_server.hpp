// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

struct ssl_ctx_st;
struct ssl_st;

namespace leadsheet::test {

/// One accepted connection, plain or TLS.
class Connection {
public:
    Connection(int socket, ssl_st* ssl)
        : socket_(socket)
        , ssl_(ssl) {}

    /// The next request with its body, or nothing at the end of the connection.
    std::string readRequest();
    void write(const std::string& bytes);
    /// Ends the connection with a reset instead of a clean close.
    void reset();
    /// Blocks until the other side closes.
    void waitForClose();

private:
    std::size_t readSome(char* data, std::size_t size);

    int socket_;
    ssl_st* ssl_;
    std::string pending_;
};

/// A server on a free loopback port that does whatever a test says, byte by byte.
class SocketServer {
public:
    using Handler = std::function<void(Connection&)>;

    /// Each connection runs `handler` in a thread of its own. `tls` may be null.
    explicit SocketServer(Handler handler, ssl_ctx_st* tls = nullptr);
    ~SocketServer();

    std::uint16_t port() const { return port_; }
    std::string url(const std::string& path = "/v1/x") const;
    int connections() const { return connections_; }

private:
    void accept(const std::stop_token& stop);
    void serve(int socket);

    Handler handler_;
    ssl_ctx_st* tls_;
    int listener_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<int> connections_{0};
    std::mutex mutex_;
    std::vector<int> sockets_;
    std::vector<std::jthread> workers_;
    std::jthread acceptor_;
};

/// `HTTP/1.1 <status>` with a Content-Length.
std::string httpAnswer(int status, const std::string& body, const std::string& headers = {});

} // namespace leadsheet::test
