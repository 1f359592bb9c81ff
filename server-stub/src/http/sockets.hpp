// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http_server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace leadsheet::server::http {

using boost::asio::ip::tcp;
using TlsContext = boost::asio::ssl::context;

/// A connected socket: plain TCP or TLS. Never blocks; whoever owns it waits for socket() and tries
/// again. TLS speaks to the socket directly and keeps no more than one record, and that only until
/// it is read, so that whether the socket is readable says whether there is something to read.
class ByteStream {
public:
    enum class Status {
        Bytes,
        NeedRead,  ///< again when the socket is readable
        NeedWrite, ///< again when it is writable: a TLS handshake may want that to read, too
        End,       ///< the client closed its sending side (plain TCP only)
        Failed
    };
    struct Result {
        Status status = Status::Failed;
        std::size_t count = 0;
    };

    /// Takes the descriptor of an accepted socket over. `tls` outlives the stream; null = plain.
    ByteStream(boost::asio::io_context& io, int descriptor, TlsContext* tls);
    /// Ends the connection in order, unless it was aborted.
    ~ByteStream();
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;

    /// Bytes that fill less than `buffer` are all there were, with plain TCP.
    Result read(std::span<char> buffer);
    /// After NeedRead or NeedWrite it is called with the same bytes again, or with more behind
    /// them. `behind` goes out with them if the kernel takes both at once, which TLS does not.
    Result write(std::string_view bytes, std::string_view behind = {});
    /// Tells the client that no more will come; its bytes can still be read.
    void shutdownWrite();
    /// Makes the destructor send a TCP reset.
    void abort();

    tcp::socket& socket() noexcept { return socket_; }

private:
    Result tlsResult(int count);
    void closeTls();

    struct Free {
        void operator()(SSL* tls) const { SSL_free(tls); }
    };

    tcp::socket socket_;
    std::unique_ptr<SSL, Free> tls_;
    bool tlsEnded_ = false; ///< nothing more may be sent
};

/// Listens on HttpConfig::address and port; the socket does not block.
tl::expected<void, StartError> startListening(tcp::acceptor& listener, const HttpConfig& config);

/// Null when the configuration asks for plain HTTP.
tl::expected<std::unique_ptr<TlsContext>, StartError> tlsContext(const HttpConfig& config);

/// Accepts a client that waits: its descriptor, not blocking, not inherited, without delay and with
/// a bounded send buffer; -1 and errno when there is none.
int acceptClient(tcp::acceptor& listener, std::string& peerAddress);

/// Closes with a TCP reset.
void resetClient(int descriptor) noexcept;

} // namespace leadsheet::server::http
