// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
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
    std::vector<Header> headers;
    std::string body;
    /// When set it is the body, and `body` is ignored. Sent chunked, or with `streamLength`.
    std::unique_ptr<BodySource> stream;
    /// Exact length of `stream` when known; a source that yields another length resets the
    /// connection.
    std::optional<std::uint64_t> streamLength;
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
    std::any note;                         ///< Response::note; empty when no handler answered
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

} // namespace leadsheet::server::http
