// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http_server.hpp"

#include <QHostAddress>
#include <QSslConfiguration>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

class QObject;
class QSslConfiguration;

namespace leadsheet::server::http {

/// A connected socket in the event loop of the calling thread: plain TCP or TLS. Never blocks.
class ByteStream {
public:
    enum class Status { Bytes, WouldBlock, End, Failed };
    struct Result {
        Status status = Status::WouldBlock;
        std::size_t count = 0;
    };
    struct Events {
        std::function<void()> readable; ///< bytes, the end, or a failure: read() tells
        std::function<void()> writable; ///< only while asked for with setWriting()
    };

    virtual ~ByteStream() = default;

    virtual Result read(char* buffer, std::size_t size) = 0;
    virtual Result write(std::string_view bytes) = 0;
    virtual void setReading(bool wanted) = 0;
    virtual void setWriting(bool wanted) = 0;
    /// Tells the client that no more will come, where the protocol can do that and go on reading.
    virtual void shutdownWrite() = 0;
    /// Makes the destructor send a TCP reset instead of an orderly end.
    virtual void abort() = 0;
};

/// Both take the descriptor of an accepted socket over. Plain sockets are read and written
/// directly: QTcpSocket closes itself when the client closes its sending side, and an answer still
/// to come is lost.
std::unique_ptr<ByteStream> makePlainStream(int descriptor, ByteStream::Events events);
std::unique_ptr<ByteStream> makeTlsStream(int descriptor, const QSslConfiguration& configuration,
                                          QObject* owner, ByteStream::Events events);

/// For both kinds: closing the descriptor resets the connection.
void setResetOnClose(int descriptor) noexcept;

} // namespace leadsheet::server::http

namespace leadsheet::server::http {

/// HttpConfig::address as Qt wants it.
tl::expected<QHostAddress, StartError> listenAddress(const std::string& text);

/// Null when the configuration asks for plain HTTP.
tl::expected<std::unique_ptr<QSslConfiguration>, StartError>
tlsConfiguration(const HttpConfig& config);

/// What every accepted socket gets: not blocking, not inherited, no delay, a bounded send buffer.
void prepareSocket(int descriptor) noexcept;

/// Numeric address of the other end of a connected socket; IPv4-mapped IPv6 as IPv4.
std::string peerAddressOf(int descriptor);

} // namespace leadsheet::server::http
