// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace leadsheet::server::http {

/// Why the connection answers a request itself instead of handing it to the handler.
struct Rejection {
    int status = 400;
    std::string_view code; ///< error code of the contract
    std::string detail;    ///< what was wrong, for the person who wrote the client
};

inline Rejection malformed(std::string detail) {
    return {400, "bad_request", std::move(detail)};
}

inline Rejection payloadTooLarge(std::string detail) {
    return {413, "payload_too_large", std::move(detail)};
}

inline Rejection targetTooLong(std::string detail) {
    return {414, "uri_too_long", std::move(detail)};
}

inline Rejection headerTooLarge(std::string detail) {
    return {431, "header_too_large", std::move(detail)};
}

inline Rejection notImplemented(std::string detail) {
    return {501, "not_implemented", std::move(detail)};
}

inline Rejection versionNotSupported(std::string detail) {
    return {505, "http_version_not_supported", std::move(detail)};
}

inline Rejection requestTimeout(std::string detail) {
    return {408, "request_timeout", std::move(detail)};
}

inline Rejection unavailable(std::string detail) {
    return {503, "unavailable", std::move(detail)};
}

/// What one client may ask of the server. Header, body and their times follow contract section 3.
struct HttpLimits {
    // One request.
    std::size_t headerBytes =
        std::size_t{16} * 1024;    ///< request line and fields together; more is 431
    std::size_t headerCount = 100; ///< fields; more is 431
    std::size_t targetBytes = std::size_t{8} * 1024;       ///< request-target; more is 414
    std::size_t queryParameters = 100;                     ///< more is 400
    std::size_t bodyBytes = std::size_t{16} * 1024 * 1024; ///< after chunk decoding; more is 413
    std::size_t chunkLineBytes = 1024; ///< a chunk's size line, or all trailer fields; more is 400

    // Time. All are measured by the server's clock; a limit of zero switches the check off.
    std::chrono::milliseconds headerTime{5'000};      ///< first byte to the end of the fields; 408
    std::chrono::milliseconds bodyStallTime{10'000};  ///< without a new byte of the body; 408
    std::chrono::milliseconds bodyTotalTime{300'000}; ///< for the whole body; 408
    std::chrono::milliseconds answerTime{120'000};    ///< for the handler to answer; 504
    std::chrono::milliseconds writeStallTime{30'000}; ///< client takes nothing of the answer; reset
    /// A body is sent, and an answer taken, with so many bytes a second on average once slowTime is
    /// over: a body that is slower is answered 408, an answer that is slower is reset. 0 = any
    /// rate.
    std::uint32_t leastBytesPerSecond = 1'024;
    std::chrono::milliseconds slowTime{10'000};
    std::chrono::milliseconds idleTime{60'000};  ///< between requests; closed without an answer
    std::chrono::milliseconds lingerTime{2'000}; ///< after the last answer, for one more byte
    std::chrono::milliseconds lingerTotalTime{30'000}; ///< reading on after the last answer at all

    // One connection.
    std::uint32_t requestsPerConnection = 10'000; ///< the last answer says Connection: close
    /// Bytes read ahead of the request in work (pipelining). Requests of one connection are worked
    /// on one after the other, so answers are in order by construction.
    std::size_t readAheadBytes = std::size_t{64} * 1024;
    std::size_t streamBufferBytes =
        std::size_t{256} * 1024; ///< produced by a BodySource and not yet taken

    // The whole server. Over any of these: 503 with Retry-After.
    /// When all are taken, the connection that has waited longest without ever having sent a
    /// request of somebody known makes room for a new one, if it has for strangerTime.
    std::size_t connections = 1'000;
    std::chrono::milliseconds strangerTime{1'000};
    /// Connections of one caller: an IPv4 address, or the 64 bits that one IPv6 subscriber has.
    /// Loopback and trusted proxies are exempt; behind a proxy it limits the requests under way of
    /// each address that the proxy names. 0 = any number.
    std::size_t connectionsPerAddress = 256;
    std::size_t queuedRequests = 1'024; ///< waiting for a worker thread
    std::size_t bufferedBodyBytes =
        std::size_t{256} * 1024 * 1024; ///< request bodies of all connections
    std::chrono::seconds retryAfter{1}; ///< said with such a 503
};

} // namespace leadsheet::server::http
