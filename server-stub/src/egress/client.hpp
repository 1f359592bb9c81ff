// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "egress/address.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::server::egress {

using Header = std::pair<std::string, std::string>;

/// One request to a party outside. Limits are those of contract section 8.
struct Request {
    std::string method = "POST"; ///< an upper-case token
    std::string url;
    /// Sent as they are. Host, Content-Length, Transfer-Encoding and Connection are the client's.
    std::vector<Header> headers;
    std::string body; ///< with GET and HEAD: must be empty
    /// Real time for name resolution and connection together, and for everything.
    std::chrono::milliseconds connectTimeout{5'000};
    std::chrono::milliseconds totalTimeout{15'000};
    std::size_t maxBodyBytes = std::size_t{64} * 1024; ///< of the answer; the rest is not read
    /// On a connection of its own. One that is kept may turn out dead only after the request was
    /// written, and libcurl then sends it again by itself, although the other side may have it.
    bool once = false;
    std::string party; ///< whose request it is: name resolution is shared out among parties
};

/// An answer, whatever its status. Redirects are answers like any other.
struct Response {
    int status = 0;
    std::vector<Header> headers; ///< names in lower case, in the order they came
    std::string body;
    bool cut = false; ///< the body was longer than Request::maxBodyBytes
    std::chrono::milliseconds duration{0};

    /// Value of the first header of that lower-case name, or null.
    const std::string* header(std::string_view name) const;
};

/// Why there is no answer.
struct Failure {
    enum class Kind {
        BadRequest, ///< the URL or a header is wrong; see parseTarget()
        Forbidden,  ///< an address of the host is one the server must not call
        Unresolved, ///< the name has no address, or none came in time
        Connect,    ///< no address took the connection
        Tls,        ///< handshake or certificate
        Timeout,    ///< no whole answer in time
        Broken,     ///< the connection ended early, or what came is not HTTP
        Cancelled,  ///< the stop token, or the client was stopped
    };
    Kind kind = Kind::Broken;
    /// One sentence, fit for the one who entered the URL: it never shows what a name resolved to.
    std::string detail;
    /// Whether bytes of the request left: the other side may have acted on it.
    bool mayHaveArrived = false;
    std::chrono::milliseconds duration{0};
};

using Result = tl::expected<Response, Failure>;

struct ClientOptions {
    bool allowHttp = false;     ///< http beside https
    bool allowLoopback = false; ///< the server's own machine, for tests and sandboxes
    Resolver resolver;          ///< empty = systemResolver()
    std::string caFile;         ///< PEM; empty = the system's certificate authorities
    std::string userAgent = "Leadsheet";
};

/// Makes requests, any number at a time on one thread of its own, each past the guard of contract
/// section 8: the host is resolved once, every address is judged, and only judged addresses are
/// connected to. No redirect is followed, no proxy and no environment variable is used, nothing is
/// unpacked. Connections are kept and used again for the same host and address. Thread-safe.
class Client {
public:
    /// Called once, on the client's thread (or on the caller's, when refused at once): must be
    /// short and must not throw; may call send().
    using Completion = std::function<void(Result)>;

    explicit Client(ClientOptions options);
    /// Stops.
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Begins a request. `stop` ends it early with Failure::Kind::Cancelled.
    void send(Request request, Completion done, std::stop_token stop = {});

    /// The same, waiting for the end. Not from a completion.
    Result fetch(Request request, std::stop_token stop = {});

    /// Judges a URL as send() would, without connecting: BadRequest, Unresolved and Forbidden are
    /// its failures. Blocks for a name resolution, at most `timeout`. `party`: see Request.
    std::optional<Failure> check(const std::string& url, const std::string& party = {},
                                 std::chrono::milliseconds timeout = std::chrono::seconds(5));

    /// Cancels what is under way; every completion has been called when it returns. A name
    /// resolution of the system may outlast it, harmlessly. Idempotent; not from a completion.
    void stop();

private:
    class Engine;
    const std::unique_ptr<Engine> engine_;
};

/// How long the header Retry-After asks to wait: whole seconds, or any HTTP-date measured against
/// the answer's own Date (RFC 9110 section 10.2.3), so that wrong clocks do not matter. nullopt:
/// absent, in the past, or not understood.
std::optional<std::chrono::seconds> retryAfter(const Response& response);

} // namespace leadsheet::server::egress
