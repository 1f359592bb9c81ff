// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead_file.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet {

struct HttpHeader {
    std::string name;
    std::string value;

    bool operator==(const HttpHeader&) const = default;
};

/// One request as it goes on the wire.
struct HttpRequest {
    std::string method; ///< GET, POST, PATCH, DELETE
    std::string url;    ///< absolute
    std::vector<HttpHeader> headers;
    std::string body;
    std::chrono::milliseconds timeout{0}; ///< the whole exchange; 0 = the transport's default
};

/// One complete answer.
struct HttpResponse {
    int status = 0;
    std::vector<HttpHeader> headers;
    std::string body;

    /// First value of a header, names compared without case.
    std::optional<std::string_view> header(std::string_view name) const;
    /// Every value of a header joined by ", " (RFC 9110 section 5.3); nothing when absent.
    std::optional<std::string> joinedHeader(std::string_view name) const;
};

/// What kept an exchange from giving a complete answer.
enum class TransportProblem {
    Resolve,        ///< the host name is unknown
    Connect,        ///< refused, unreachable, or not answered within the connect timeout
    Proxy,          ///< the proxy refused or could not be reached
    TlsHandshake,   ///< no secure connection came about; may be a passing fault
    Tls,            ///< the server's certificate cannot be trusted
    Send,           ///< the connection broke while the request was written
    Receive,        ///< the connection broke before a complete answer was read
    Timeout,        ///< the exchange's time ran out after the connection stood
    TooLarge,       ///< the answer is over the limit; reading was stopped
    Cancelled,      ///< the stop token asked for it
    InvalidRequest, ///< refused before anything was done (bad URL, header injection, plain http)
    Internal        ///< out of memory or a fault in the HTTP library
};

/// How far the request certainly got; decides whether a write may have been applied.
enum class Progress {
    NothingSent, ///< no byte of the request reached a connection
    MaybeSent,   ///< some bytes left; the server may have acted on them
    AnswerCut    ///< the server's answer had begun, so it has acted
};

struct TransportFailure {
    TransportProblem problem = TransportProblem::Internal;
    Progress progress = Progress::NothingSent;
    int status = 0;                  ///< of a cut answer, when its first line arrived
    std::vector<HttpHeader> headers; ///< of a cut answer, when they arrived
    std::string detail;              ///< for a person; holds no header values and no query string
};

/// Either an answer or a failure.
struct Exchange {
    std::optional<HttpResponse> response;
    TransportFailure failure; ///< meaningful only without a response
    /// The request was sent before, on a kept connection that turned out dead: what that sending
    /// did, the response does not say.
    bool sentBefore = false;
};

/// The seam between the library and the network. Implementations are thread-safe and block the
/// calling thread; a stop request ends the call within 100 ms. They never follow redirects and
/// never retry an answer.
class Transport {
public:
    virtual ~Transport() = default;
    virtual Exchange send(const HttpRequest& request, const std::stop_token& stop) = 0;
    /// As send(), but the body of a 2xx answer goes into `sink` piece by piece and its size is not
    /// limited; the answer then has no body. A sink that takes no more ends the exchange as
    /// TransportProblem::Cancelled. `sink.restart()` is the caller's to call. Unless overridden,
    /// the sink gets the whole body of send() at once.
    virtual Exchange receive(const HttpRequest& request, ByteSink& sink,
                             const std::stop_token& stop);
};

struct TransportOptions {
    std::chrono::milliseconds connectTimeout{10'000};
    std::chrono::milliseconds callTimeout{30'000};
    /// An exchange slower than this for `lowSpeedTime` is given up as a Timeout.
    long lowSpeedBytesPerSecond = 16;
    std::chrono::seconds lowSpeedTime{20};
    std::size_t maxResponseBytes = 64UL * 1024 * 1024;
    std::size_t maxHeaderBytes = 64UL * 1024;
    /// Idle connections kept for reuse.
    std::size_t maxIdleConnections = 32;
    /// Extra certificate authorities, for companies with an inspecting proxy. PEM. Empty = system
    /// only. See caFileProblem().
    std::string caFile;
    /// Empty: the system's proxy (http_proxy, https_proxy, no_proxy). "none": no proxy at all. See
    /// proxyProblem().
    std::string proxy;
    /// http:// to hosts other than loopback is refused unless this is set.
    bool allowPlainHttp = false;
    /// Connections to loopback, private, link-local and other addresses that are not of the public
    /// internet are an InvalidRequest: for URLs that came from elsewhere. Checked on the address
    /// that is connected to, so a name that resolves to another one later is refused too. Where a
    /// proxy is set for the URL's scheme it is always used (no_proxy does not count), connects,
    /// and nothing but loopback is refused.
    bool publicAddressesOnly = false;
};

/// `reference`, absolute or relative, as seen from `base` (RFC 3986 section 5), without a fragment;
/// absent when either is not a URL.
std::optional<std::string> resolveUrl(const std::string& base, const std::string& reference);

/// Why a file is of no use as TransportOptions::caFile (missing, unreadable, without a PEM
/// certificate), in a sentence for a person; nothing when it can be used. Reads the file.
std::optional<std::string> caFileProblem(const std::string& file);

/// The same for a TransportOptions::proxy that is not empty. Repeats no password.
std::optional<std::string> proxyProblem(const std::string& proxy);

/// The libcurl transport: HTTP/1.1, and HTTP/2 over TLS; connections are reused.
std::shared_ptr<Transport> makeCurlTransport(const TransportOptions& options);

} // namespace leadsheet
