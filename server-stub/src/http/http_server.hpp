// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/callers.hpp"
#include "http/message.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace leadsheet::server::http {

/// Written by the I/O thread, read by any.
struct ServerCounters {
    std::atomic<std::uint64_t> accepted{0};
    std::atomic<std::uint64_t> refused{0};
    std::atomic<std::uint64_t> requests{0};
    std::atomic<std::uint64_t> open{0};
};

/// Called on a worker thread, by several at once; must not block for long (there are
/// HttpConfig::workers of them). An exception becomes a 500 (internal_error).
using Handler = std::function<void(Request, Responder)>;

/// Writes the body of an answer that the connection itself makes: 400, 405, 408, 413, 414, 417,
/// 431, 500, 501, 503, 504, 505. `record` has the request's id, and its path as far as it was read.
/// Called on the server's own thread: must be quick and must not throw.
using ErrorRenderer =
    std::function<Response(const Rejection& rejection, const AccessRecord& record)>;

/// Called on the server's own thread after each request; must be quick and must not throw.
using AccessLog = std::function<void(const AccessRecord&)>;

struct HttpConfig {
    /// Numeric IPv4 or IPv6 address, "localhost" (IPv4 loopback) or "*" (every address, both
    /// families).
    std::string address = "127.0.0.1";
    /// 0 = a free one, see HttpServer::port().
    std::uint16_t port = 0;
    int backlog = 511;
    unsigned workers = 4;
    HttpLimits limits;
    /// Request::peerAddress and AccessRecord::peerAddress are who called them.
    TrustedProxies trustedProxies;
    bool limitLoopback = false; ///< HttpLimits::connectionsPerAddress, for tests

    /// PEM files. Both set = the server speaks TLS 1.2 or newer and nothing else.
    std::string tlsCertificateFile; ///< the chain, the server's own certificate first
    std::string tlsKeyFile;         ///< not encrypted

    AccessLog accessLog;
    /// Injected for tests; the system's clocks and random source when empty.
    std::function<std::chrono::steady_clock::time_point()> clock;
    std::function<std::chrono::system_clock::time_point()> wallClock;
    std::function<std::string()> makeRequestId;
};

struct StartError {
    enum class Code { BadAddress, AddressInUse, NotPermitted, BadCertificate, BadKey, System };
    Code code = Code::System;
    std::string message; ///< for people: what failed, where, and why
};

/// The HTTP/1.1 engine of the server: owns one I/O thread and a pool of workers. Any number of
/// servers live in one process. start(), stop() and the destructor are for any thread but a
/// handler's.
class HttpServer {
public:
    /// Listens before it returns, so a client may connect at once. `renderer` may be empty (plain
    /// text).
    static tl::expected<std::unique_ptr<HttpServer>, StartError>
    start(HttpConfig config, Handler handler, ErrorRenderer renderer = {});

    /// stop(0).
    ~HttpServer();
    HttpServer(const HttpServer&) = delete;
    HttpServer& operator=(const HttpServer&) = delete;

    std::uint16_t port() const noexcept;

    /// Stops accepting at once, lets requests in work finish for up to `time`, then cuts what is
    /// left and cancels its responders. Handlers may run on. Harmless when repeated.
    void drain(std::chrono::milliseconds time);
    /// The same, and waits for handlers that are still running (a thread cannot be killed): those
    /// that may run long must look at Responder::cancelled(). Harmless when repeated.
    void stop(std::chrono::milliseconds time);

    struct Counters {
        std::uint64_t accepted = 0; ///< connections taken
        std::uint64_t refused = 0;  ///< connections answered 503 because of a limit
        std::uint64_t requests = 0; ///< handed to a worker
        std::uint64_t open = 0;     ///< connections open now
    };
    Counters counters() const noexcept;

private:
    class Impl;
    explicit HttpServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace leadsheet::server::http
