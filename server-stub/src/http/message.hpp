// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/spool.hpp"

#include <any>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::server::http {

struct Header {
    std::string name;
    std::string value;
};

/// One complete request. The connection has already refused everything RFC 9112 calls malformed, so
/// a handler may trust the framing, but nothing else: header values and the body are the client's.
struct Request {
    /// GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS. Any other method is answered by the
    /// connection.
    std::string method;
    /// The request-target as received (of an absolute-form target: path and query only).
    std::string target;
    /// Percent-decoded exactly once; valid UTF-8, begins with '/', without NUL, control characters,
    /// "." and ".." segments. An encoded slash ("%2F") is refused, so '/' always separates
    /// segments.
    std::string path;
    /// Decoded ("+" is a space), in the order received, duplicates kept; valid UTF-8 without NUL.
    std::vector<std::pair<std::string, std::string>> query;
    /// In the order received, values without surrounding white space. Trailer fields are dropped.
    std::vector<Header> headers;
    /// Decoded from chunks; a content-encoding is NOT undone.
    std::string body;
    /// The body, when the handler asked for it in this form; `body` is empty then.
    std::shared_ptr<Spool> spool;
    /// Only the head is here, and the body waits for leave (HttpLimits::unaskedBodyBytes): answered
    /// with status 100 the request comes again with its body, answered with anything else the body
    /// is not read and the connection ends.
    bool bodyPending = false;
    /// Numeric address of the client; an IPv4-mapped IPv6 address is written as IPv4.
    std::string peerAddress;
    /// Made afresh by the connection for each request, never taken from the client.
    std::string requestId;
    bool tls = false;

    /// First field of that name (compared without case), or null.
    const std::string* header(std::string_view name) const;
    /// How often a field of that name was sent.
    std::size_t headerCount(std::string_view name) const;
};

/// A body produced piece by piece. Called from worker threads, never from two at once, and only
/// when the client has taken most of what was produced before, so memory stays bounded for slow
/// readers.
class BodySource {
public:
    enum class State {
        More,  ///< call again; appending nothing is allowed but wasteful
        End,   ///< what was appended is the last of it
        Failed ///< the client must notice: the connection is reset without a proper end
    };

    virtual ~BodySource() = default;

    /// Appends about `wanted` bytes to `out` (more is allowed, and is buffered). Must not throw.
    virtual State read(std::string& out, std::size_t wanted) = 0;

    /// All of it, if it lies somewhere where it outlives the server: it may be sent from there
    /// instead of being read.
    virtual std::optional<std::string_view> whole() const { return std::nullopt; }
};

/// Damage done on purpose to one answer (fault plans only; never set in production).
struct WireFault {
    enum class Kind {
        None,
        ResetBeforeReply, ///< the connection is reset (TCP RST) instead of answering
        TruncateBody,     ///< head and `bytes` of the body are sent, then the connection is reset
        Stall             ///< the answer is held back for `delay`, then sent normally
    };

    Kind kind = Kind::None;
    std::size_t bytes = 0;
    std::chrono::milliseconds delay{0};
};

/// The answer of a handler. The connection adds Date, X-Request-Id, Content-Length or
/// Transfer-Encoding, and Connection; fields of these names set by the handler are ignored. Line
/// breaks in a value are sent as spaces; a field whose name is not a token is left out.
struct Response {
    int status = 200;
    /// With status 100: of what the connection answers itself should the body not come as it must.
    std::vector<Header> headers;
    std::string body;
    /// When set it is the body, and `body` is ignored. Sent chunked, or with `streamLength`.
    std::unique_ptr<BodySource> stream;
    /// Exact length of `stream` when known; a source that yields another length resets the
    /// connection.
    std::optional<std::uint64_t> streamLength;
    /// With status 100: where the body goes (Request::spool) instead of into memory. New and empty.
    std::shared_ptr<Spool> spool;
    /// Close the connection after this answer.
    bool close = false;
    /// The request was of somebody known, with a key: see HttpLimits::connections.
    bool callerKnown = false;
    WireFault fault;
    /// Handed on to the access log's record as it is. Gone with an answer that nobody awaits.
    std::any note;
};

/// What the access log learns about one answered (or abandoned) request.
struct AccessRecord {
    std::string requestId;
    std::string peerAddress;
    std::string method; ///< empty when the request line could not be read
    std::string path;   ///< decoded path without query; empty when it could not be read
    int status = 0;     ///< 0 when the client left before an answer existed
    std::uint64_t bytesIn = 0;
    std::uint64_t bytesOut = 0;
    std::chrono::microseconds duration{0}; ///< first byte of the request to last byte of the answer
    bool closedEarly = false;              ///< the answer did not reach the client completely
    std::any note;                         ///< Response::note
};

/// Compares field names: ASCII letters without case.
bool equalsIgnoreCase(std::string_view a, std::string_view b) noexcept;

class ResponderState;

/// The way to answer one request. Copyable, so that it fits into std::function; all copies stand
/// for the same request. Safe from any thread, at any time:
/// - only the first send() counts, later ones do nothing;
/// - a send() after the client vanished or the server stopped (or was destroyed) does nothing;
/// - when the last copy goes away unanswered, the client gets a 500 (internal_error).
class Responder {
public:
    Responder() = default;
    explicit Responder(std::shared_ptr<ResponderState> state);

    /// Answers. Returns at once; the bytes are written by the server's own thread.
    void send(Response response) const;
    void operator()(Response response) const { send(std::move(response)); }

    /// True once nobody waits for the answer any more: the client closed or reset the connection,
    /// the time for an answer ran out, or the server is cutting its connections. A client that only
    /// closed its sending side still waits (plain connections; with TLS that cannot be told apart).
    bool cancelled() const noexcept;

private:
    std::shared_ptr<ResponderState> state_;
};

/// What the connection decides about an answer; the rest comes from the handler's Response.
struct HeadOptions {
    std::string_view date; ///< see httpDate()
    std::string_view requestId;
    std::optional<std::uint64_t> contentLength;
    bool chunked = false;
    bool close = false;
    bool keepAlive = false; ///< say so explicitly, for an HTTP/1.0 client
};

/// Status line and fields with the final empty line. Connection-level fields of `response` are left
/// out.
std::string writeHead(const Response& response, const HeadOptions& options);

/// RFC 9110 5.6.7: IMF-fixdate, for example "Sun, 06 Nov 1994 08:49:37 GMT".
std::string httpDate(std::chrono::system_clock::time_point time);

/// False for 1xx, 204 and 304 (RFC 9112 6.3).
constexpr bool statusHasBody(int status) noexcept {
    return status >= 200 && status != 204 && status != 304;
}

namespace detail {

constexpr std::array<bool, 256> makeTokenTable() {
    std::array<bool, 256> table{};
    for (unsigned char c = 0x21; c < 0x7f; ++c) {
        table[c] = true;
    }
    for (const char c : std::string_view("\"(),/:;<=>?@[\\]{}")) {
        table[static_cast<unsigned char>(c)] = false;
    }
    return table;
}

inline constexpr std::array<bool, 256> kTokenTable = makeTokenTable();

} // namespace detail

/// RFC 9110 5.6.2: tchar.
constexpr bool isTokenChar(char c) noexcept {
    return detail::kTokenTable[static_cast<unsigned char>(c)];
}

constexpr bool isToken(std::string_view text) noexcept {
    for (const char c : text) {
        if (!isTokenChar(c)) {
            return false;
        }
    }
    return !text.empty();
}

constexpr bool isDigit(char c) noexcept {
    return c >= '0' && c <= '9';
}

constexpr bool isAlpha(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Controls but HTAB, and DEL: never allowed in a field value or a request line.
constexpr bool isForbiddenControl(char c) noexcept {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7f;
}

/// 0..15, or -1.
constexpr int hexValue(char c) noexcept {
    if (isDigit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

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
    /// The same for a body that goes into a Spool.
    std::size_t spooledBodyBytes = std::size_t{16} * 1024 * 1024;
    std::size_t chunkLineBytes = 1024; ///< a chunk's size line, or all trailer fields; more is 400
    /// The handler sees the head first (Request::bodyPending) when the body is larger, as it says
    /// or as it turns out, or when the client expects "100 Continue". nullopt = bodies are read
    /// unasked.
    std::optional<std::size_t> unaskedBodyBytes;

    // Time. All are measured by the server's clock; a limit of zero switches the check off.
    std::chrono::milliseconds headerTime{5'000};      ///< first byte to the end of the fields; 408
    std::chrono::milliseconds bodyStallTime{10'000};  ///< without a new byte of the body; 408
    std::chrono::milliseconds bodyTotalTime{300'000}; ///< for the whole body; 408
    std::chrono::milliseconds answerTime{120'000};    ///< for the handler to answer; 504
    /// The client takes nothing of the answer; reset. A proxy takes much at once and then nothing
    /// until its own client has read that, so the least rate alone tells who is too slow.
    std::chrono::milliseconds writeStallTime{120'000};
    /// A body is sent, and an answer taken, with so many bytes a second on average once slowTime is
    /// over: a body that is slower is answered 408, an answer that is slower is reset. 0 = any
    /// rate.
    std::uint32_t minBytesPerSecond = 1'024;
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
        std::size_t{256} * 1024 * 1024; ///< request bodies of all connections, on disk as well
    std::chrono::seconds retryAfter{1}; ///< said with such a 503
};

} // namespace leadsheet::server::http
