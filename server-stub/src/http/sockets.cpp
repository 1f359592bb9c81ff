// SPDX-License-Identifier: Apache-2.0
#include "http/sockets.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/ip/v6_only.hpp>
#include <cerrno>
#include <climits>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

namespace leadsheet::server::http {

namespace {

namespace ip = boost::asio::ip;
using boost::system::error_code;

void setResetOnClose(int descriptor) noexcept {
    const linger immediately{1, 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &immediately, sizeof immediately);
}

ByteStream::Result plainResult(ssize_t count, ByteStream::Status later) {
    if (count >= 0)
        return {ByteStream::Status::Bytes, static_cast<std::size_t>(count)};
    const bool wait = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    return {wait ? later : ByteStream::Status::Failed, 0};
}

} // namespace

/// What cannot be had for a socket (memory, a place in the kernel's list) leaves the stream closed:
/// reading fails then.
ByteStream::ByteStream(boost::asio::io_context& io, int descriptor, TlsContext* tls)
    : socket_(io) {
    error_code failure;
    if (socket_.assign(tcp::v6(), descriptor, failure)) { // the family does not matter any more
        ::close(descriptor);
        return;
    }
    if (tls == nullptr)
        return;
    tls_.reset(SSL_new(tls->native_handle()));
    if (!tls_ || SSL_set_fd(tls_.get(), descriptor) != 1) {
        tls_.reset();
        socket_.close(failure);
        return;
    }
    SSL_set_accept_state(tls_.get());
}

ByteStream::~ByteStream() {
    closeTls();
}

ByteStream::Result ByteStream::read(std::span<char> buffer) {
    if (tls_) {
        ERR_clear_error();
        return tlsResult(SSL_read(tls_.get(), buffer.data(), static_cast<int>(buffer.size())));
    }
    const ssize_t count = ::recv(socket_.native_handle(), buffer.data(), buffer.size(), 0);
    return count == 0 ? Result{Status::End, 0} : plainResult(count, Status::NeedRead);
}

ByteStream::Result ByteStream::write(std::string_view bytes, std::string_view behind) {
    if (tls_) {
        ERR_clear_error();
        const std::size_t size = std::min(bytes.size(), static_cast<std::size_t>(INT_MAX));
        return tlsResult(SSL_write(tls_.get(), bytes.data(), static_cast<int>(size)));
    }
    // The kernel only reads them.
    std::array<iovec, 2> pieces{iovec{const_cast<char*>(bytes.data()), bytes.size()},
                                iovec{const_cast<char*>(behind.data()), behind.size()}};
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = behind.empty() ? 1 : 2;
    return plainResult(::sendmsg(socket_.native_handle(), &message, MSG_NOSIGNAL),
                       Status::NeedWrite);
}

/// A client that closes TLS does not wait for an answer, whatever it does with TCP: no End.
ByteStream::Result ByteStream::tlsResult(int count) {
    if (count > 0)
        return {Status::Bytes, static_cast<std::size_t>(count)};
    switch (SSL_get_error(tls_.get(), count)) {
    case SSL_ERROR_WANT_READ:
        return {Status::NeedRead, 0};
    case SSL_ERROR_WANT_WRITE:
        return {Status::NeedWrite, 0};
    case SSL_ERROR_ZERO_RETURN:
        return {Status::Failed, 0};
    default:
        tlsEnded_ = true;
        return {Status::Failed, 0};
    }
}

/// Says goodbye without waiting for the client's.
void ByteStream::closeTls() {
    if (tls_ && !std::exchange(tlsEnded_, true)) {
        ERR_clear_error();
        SSL_shutdown(tls_.get());
    }
}

void ByteStream::shutdownWrite() {
    closeTls();
    ::shutdown(socket_.native_handle(), SHUT_WR);
}

void ByteStream::abort() {
    tlsEnded_ = true;
    setResetOnClose(socket_.native_handle());
}

namespace {

error_code listenOn(tcp::acceptor& listener, const tcp::endpoint& where, bool bothFamilies,
                    int backlog) {
    const int descriptor =
        ::socket(where.protocol().family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    error_code failure(descriptor < 0 ? errno : 0, boost::system::system_category());
    if (failure)
        return failure;
    if (listener.assign(where.protocol(), descriptor, failure)) {
        ::close(descriptor);
        return failure;
    }
    error_code minor;
    listener.set_option(tcp::acceptor::reuse_address(true), minor);
    if (where.address().is_v6())
        listener.set_option(ip::v6_only(!bothFamilies), minor);
    if (!listener.bind(where, failure))
        listener.listen(backlog, failure);
    if (failure)
        listener.close(minor);
    return failure;
}

StartError listenError(const HttpConfig& config, const error_code& failure) {
    StartError error;
    error.message = "Cannot listen on " + config.address + " port " + std::to_string(config.port) +
                    ": " + failure.message() + ".";
    if (failure == boost::system::errc::address_in_use)
        error.code = StartError::Code::AddressInUse;
    else if (failure == boost::system::errc::permission_denied)
        error.code = StartError::Code::NotPermitted;
    else if (failure == boost::system::errc::address_not_available)
        error.code = StartError::Code::BadAddress;
    return error;
}

} // namespace

tl::expected<void, StartError> startListening(tcp::acceptor& listener, const HttpConfig& config) {
    error_code failure;
    const bool every = config.address == "*";
    const ip::address address = every ? ip::address(ip::address_v6::any())
                                : config.address == "localhost"
                                    ? ip::address(ip::address_v4::loopback())
                                    : ip::make_address(config.address, failure);
    if (failure) {
        return tl::unexpected(
            StartError{StartError::Code::BadAddress,
                       "\"" + config.address +
                           "\" is not an address to listen on. Use a numeric IPv4 or IPv6 address, "
                           "\"localhost\", or \"*\" for every address."});
    }
    failure = listenOn(listener, {address, config.port}, every, config.backlog);
    if (every && (failure == boost::system::errc::address_family_not_supported ||
                  failure == boost::system::errc::address_not_available)) // without IPv6
        failure = listenOn(listener, {tcp::v4(), config.port}, false, config.backlog);
    if (failure)
        return tl::unexpected(listenError(config, failure));
    return {};
}

tl::expected<std::unique_ptr<TlsContext>, StartError> tlsContext(const HttpConfig& config) {
    using Code = StartError::Code;
    if (config.tlsCertificateFile.empty() && config.tlsKeyFile.empty())
        return nullptr;
    if (config.tlsCertificateFile.empty() || config.tlsKeyFile.empty())
        return tl::unexpected(
            StartError{config.tlsKeyFile.empty() ? Code::BadKey : Code::BadCertificate,
                       "TLS needs both a certificate file and a key file."});
    auto made = std::make_unique<TlsContext>(TlsContext::tls_server);
    SSL_CTX* const context = made->native_handle();
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF); // clients keep tickets
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    // Instead of asking for it on the terminal.
    made->set_password_callback(
        [](std::size_t, TlsContext::password_purpose) { return std::string(); });
    error_code failure;
    if (made->use_certificate_chain_file(config.tlsCertificateFile, failure))
        return tl::unexpected(StartError{
            Code::BadCertificate,
            "Cannot use " + config.tlsCertificateFile +
                ", which is to hold a certificate in PEM form: " + failure.message() + "."});
    if (made->use_private_key_file(config.tlsKeyFile, TlsContext::pem, failure))
        return tl::unexpected(
            StartError{Code::BadKey, "Cannot use " + config.tlsKeyFile +
                                         ", which is to hold the certificate's key, unencrypted "
                                         "and in PEM form: " +
                                         failure.message() + "."});
    return made;
}

int acceptClient(tcp::acceptor& listener, std::string& peerAddress) {
    /// What the kernel keeps of an answer that is read slowly (it takes twice as much). More would
    /// be held for each of a thousand connections that ask for much and read nothing.
    constexpr int kSendBuffer = 128 * 1024;
    /// Of that, what the client's window does not take yet. With less the kernel takes more at
    /// once, not only when a third of its buffer is free: so a client that reads slowly is seen to
    /// read.
    constexpr int kUnsentBytes = 16 * 1024;
    tcp::endpoint from;
    auto size = static_cast<socklen_t>(from.capacity());
    const int descriptor =
        ::accept4(listener.native_handle(), from.data(), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor < 0)
        return descriptor;
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &kSendBuffer, sizeof kSendBuffer);
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsentBytes, sizeof kUnsentBytes);
    const ip::address address = from.address();
    const bool mapped = address.is_v6() && address.to_v6().is_v4_mapped();
    peerAddress = mapped ? ip::make_address_v4(ip::v4_mapped, address.to_v6()).to_string()
                         : address.to_string();
    return descriptor;
}

void resetClient(int descriptor) noexcept {
    setResetOnClose(descriptor);
    ::close(descriptor);
}

} // namespace leadsheet::server::http
