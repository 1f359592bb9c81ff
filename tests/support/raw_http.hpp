// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::test {

using RawHeaders = std::vector<std::pair<std::string, std::string>>;

/// One HTTP/1.1 answer, taken apart without any of the product's own code.
struct RawResponse {
    int status = 0; ///< 0 = no complete answer
    std::string reason;
    RawHeaders headers;
    std::string body;
    bool complete = false; ///< the whole announced body arrived
    bool closed = false;   ///< the peer closed or reset the connection

    /// First header of that name (case-insensitive); empty when absent.
    std::string header(std::string_view name) const;
    bool hasHeader(std::string_view name) const;
};

/// A blocking HTTP/1.1 connection to a loopback port, kept open between requests. Not thread-safe.
/// Every wait is bounded by `timeout`, so that a test fails instead of hanging.
class RawConnection {
public:
    explicit RawConnection(std::uint16_t port,
                           std::chrono::milliseconds timeout = std::chrono::seconds(120));
    ~RawConnection();
    RawConnection(RawConnection&& other) noexcept;
    RawConnection& operator=(RawConnection&&) = delete;
    RawConnection(const RawConnection&) = delete;
    RawConnection& operator=(const RawConnection&) = delete;

    bool connected() const { return fd_ >= 0; }
    /// Writes these bytes as they are.
    bool sendBytes(std::string_view bytes);
    /// Reads until an answer's header is there, which readResponse() hands out; false when none
    /// comes.
    bool awaitAnswer();
    /// Reads one answer; `headRequest` = no body follows.
    RawResponse readResponse(bool headRequest = false);
    /// Sends one request with Host and, for a body, Content-Length; reads the answer.
    RawResponse request(std::string_view method, std::string_view target,
                        const RawHeaders& headers = {}, std::string_view body = {});
    void close();

private:
    bool readMore();

    int fd_ = -1;
    std::string buffer_;
    bool closed_ = false;
};

/// One request over its own connection.
RawResponse rawRequest(std::uint16_t port, std::string_view method, std::string_view target,
                       const RawHeaders& headers = {}, std::string_view body = {});

} // namespace leadsheet::test
