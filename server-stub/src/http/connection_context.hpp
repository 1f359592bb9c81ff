// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http_server.hpp"
#include "http/limits.hpp"
#include "http/message.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace leadsheet::server::http {

/// Request ids: "req_" and 26 characters, unique within and across server processes, not secret.
class RequestIdSource {
public:
    RequestIdSource();
    std::string operator()();

private:
    std::uint64_t high_;
    std::uint64_t low_;
};

/// What all connections of one server share. Lives in, and is used by, the server's I/O thread
/// alone.
class ConnectionContext {
public:
    ConnectionContext(HttpLimits limits, ErrorRenderer renderer,
                      std::function<std::chrono::system_clock::time_point()> wallClock,
                      std::function<std::string()> makeRequestId);

    const HttpLimits& limits() const noexcept { return limits_; }

    /// Before the first connection.
    void trust(TrustedProxies proxies) { proxies_ = std::move(proxies); }
    const TrustedProxies& proxies() const noexcept { return proxies_; }

    std::string makeRequestId() { return makeRequestId_(); }

    /// Value for the Date field; formatted once a second.
    const std::string& date();

    /// The answer to a request that the connection refuses, with the fields its status needs.
    Response render(const Rejection& rejection, const std::string& requestId) const;

    /// Request bodies of all connections count against one limit.
    bool takeBodyBytes(std::size_t count) noexcept;
    void releaseBodyBytes(std::size_t count) noexcept;
    std::size_t bodyBytes() const noexcept { return bodyBytes_; }

private:
    HttpLimits limits_;
    TrustedProxies proxies_;
    ErrorRenderer renderer_;
    std::function<std::chrono::system_clock::time_point()> wallClock_;
    std::function<std::string()> makeRequestId_;
    std::chrono::sys_seconds dateSecond_{};
    std::string date_;
    std::size_t bodyBytes_ = 0;
};

} // namespace leadsheet::server::http
