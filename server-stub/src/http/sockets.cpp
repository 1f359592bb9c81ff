// SPDX-License-Identifier: Apache-2.0
#include "http/sockets.hpp"

#include <QFile>
#include <QSocketNotifier>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QTimer>
#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace leadsheet::server::http {

namespace {

class PlainStream final : public ByteStream {
public:
    PlainStream(int descriptor, Events events)
        : descriptor_(descriptor)
        , reader_(new QSocketNotifier(descriptor, QSocketNotifier::Read))
        , events_(std::move(events)) {
        QObject::connect(reader_, &QSocketNotifier::activated, reader_,
                         [readable = events_.readable] { readable(); });
    }

    ~PlainStream() override {
        retire(reader_);
        retire(writer_);
        ::close(descriptor_);
    }

    PlainStream(const PlainStream&) = delete;
    PlainStream& operator=(const PlainStream&) = delete;

    Result read(char* buffer, std::size_t size) override {
        const ssize_t count = ::recv(descriptor_, buffer, size, MSG_DONTWAIT);
        return count == 0 ? Result{Status::End, 0} : resultOf(count);
    }

    Result write(std::string_view bytes) override {
        return resultOf(
            ::send(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
    }

    void setReading(bool wanted) override { reader_->setEnabled(wanted); }

    void setWriting(bool wanted) override {
        if (wanted && !writer_) {
            writer_ = new QSocketNotifier(descriptor_, QSocketNotifier::Write);
            QObject::connect(writer_, &QSocketNotifier::activated, writer_,
                             [writable = events_.writable] { writable(); });
        } else if (writer_) {
            writer_->setEnabled(wanted);
        }
    }

    void shutdownWrite() override { ::shutdown(descriptor_, SHUT_WR); }

    void abort() override { setResetOnClose(descriptor_); }

private:
    static Result resultOf(ssize_t count) {
        if (count >= 0) {
            return {Status::Bytes, static_cast<std::size_t>(count)};
        }
        const bool later = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        return {later ? Status::WouldBlock : Status::Failed, 0};
    }

    /// A notifier may be the sender of the signal that led here.
    static void retire(QSocketNotifier* notifier) {
        if (notifier) {
            notifier->setEnabled(false);
            notifier->deleteLater();
        }
    }

    const int descriptor_;
    QSocketNotifier* reader_;
    QSocketNotifier* writer_ = nullptr;
    Events events_;
};

/// Qt buffers on both sides of the cipher; these keep a slow client from filling them.
constexpr qint64 kReadBuffer = 64 * 1024;
constexpr qint64 kWriteBuffer = 256 * 1024;
/// For the last bytes and the closing alert to leave.
constexpr int kCloseMilliseconds = 5'000;

class TlsStream final : public ByteStream {
public:
    TlsStream(QSslSocket* socket, Events events)
        : socket_(socket)
        , events_(std::move(events)) {
        const auto readable = [this] {
            if (reading_ || isGone()) {
                call(events_.readable);
            }
        };
        const auto writable = [this] {
            if (writing_) {
                call(events_.writable);
            }
        };
        QObject::connect(socket_, &QSslSocket::readyRead, socket_, readable);
        QObject::connect(socket_, &QSslSocket::disconnected, socket_, readable);
        QObject::connect(socket_, &QSslSocket::errorOccurred, socket_, readable);
        QObject::connect(socket_, &QSslSocket::encryptedBytesWritten, socket_, writable);
        QObject::connect(socket_, &QSslSocket::encrypted, socket_, writable);
    }

    ~TlsStream() override {
        socket_->disconnect();
        if (aborted_ || socket_->state() == QAbstractSocket::UnconnectedState) {
            socket_->abort();
            socket_->deleteLater();
            return;
        }
        QObject::connect(socket_, &QSslSocket::disconnected, socket_, &QObject::deleteLater);
        QTimer::singleShot(kCloseMilliseconds, socket_, &QObject::deleteLater);
        socket_->disconnectFromHost();
    }

    TlsStream(const TlsStream&) = delete;
    TlsStream& operator=(const TlsStream&) = delete;

    Result read(char* buffer, std::size_t size) override {
        if (socket_->isEncrypted() || socket_->bytesAvailable() > 0) {
            const qint64 count = socket_->read(buffer, static_cast<qint64>(size));
            if (count > 0) {
                return {Status::Bytes, static_cast<std::size_t>(count)};
            }
        }
        // Qt gives the socket up when the client closes, so there is no half-open state to answer
        // in.
        return {isGone() ? Status::Failed : Status::WouldBlock, 0};
    }

    Result write(std::string_view bytes) override {
        if (isGone()) {
            return {Status::Failed, 0};
        }
        const qint64 room =
            kWriteBuffer - socket_->bytesToWrite() - socket_->encryptedBytesToWrite();
        if (room <= 0) {
            return {Status::WouldBlock, 0};
        }
        const qint64 count =
            socket_->write(bytes.data(), std::min(room, static_cast<qint64>(bytes.size())));
        return count < 0 ? Result{Status::Failed, 0}
                         : Result{Status::Bytes, static_cast<std::size_t>(count)};
    }

    void setReading(bool wanted) override {
        const bool resumed = wanted && !reading_;
        reading_ = wanted;
        if (resumed && socket_->bytesAvailable() > 0) {
            // readyRead is not repeated for bytes that were there before.
            QTimer::singleShot(0, socket_, [this] {
                if (reading_) {
                    call(events_.readable);
                }
            });
        }
    }

    void setWriting(bool wanted) override { writing_ = wanted; }

    void shutdownWrite() override { socket_->flush(); }

    void abort() override {
        aborted_ = true;
        setResetOnClose(static_cast<int>(socket_->socketDescriptor()));
    }

private:
    /// By value: the call may destroy this stream, and the original with it.
    static void call(std::function<void()> event) { event(); }

    bool isGone() const {
        return socket_->state() != QAbstractSocket::ConnectedState &&
               socket_->bytesAvailable() == 0;
    }

    QSslSocket* const socket_;
    Events events_;
    bool reading_ = true;
    bool writing_ = false;
    bool aborted_ = false;
};

} // namespace

std::unique_ptr<ByteStream> makePlainStream(int descriptor, ByteStream::Events events) {
    return std::make_unique<PlainStream>(descriptor, std::move(events));
}

void setResetOnClose(int descriptor) noexcept {
    const linger immediately{1, 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &immediately, sizeof immediately);
}

std::unique_ptr<ByteStream> makeTlsStream(int descriptor, const QSslConfiguration& configuration,
                                          QObject* owner, ByteStream::Events events) {
    auto* socket = new QSslSocket(owner);
    socket->setReadBufferSize(kReadBuffer);
    socket->setSslConfiguration(configuration);
    if (!socket->setSocketDescriptor(descriptor)) {
        ::close(descriptor);
        socket->deleteLater();
        return nullptr;
    }
    auto stream = std::make_unique<TlsStream>(socket, std::move(events));
    socket->startServerEncryption();
    return stream;
}

namespace {

tl::expected<QByteArray, StartError> readFile(const std::string& name, StartError::Code code) {
    QFile file(QString::fromStdString(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return tl::unexpected(StartError{code, "Cannot read " + name + ": " +
                                                   file.errorString().toStdString() + "."});
    }
    return file.readAll();
}

QSslKey parseKey(const QByteArray& pem) {
    for (const auto algorithm : {QSsl::Rsa, QSsl::Ec}) {
        QSslKey key(pem, algorithm, QSsl::Pem);
        if (!key.isNull()) {
            return key;
        }
    }
    return {};
}

} // namespace

tl::expected<QHostAddress, StartError> listenAddress(const std::string& text) {
    if (text == "*") {
        return QHostAddress(QHostAddress::Any);
    }
    if (text == "localhost") {
        return QHostAddress(QHostAddress::LocalHost);
    }
    QHostAddress address;
    if (text.empty() || !address.setAddress(QString::fromStdString(text))) {
        return tl::unexpected(
            StartError{StartError::Code::BadAddress,
                       "\"" + text +
                           "\" is not an address to listen on. Use a numeric IPv4 or IPv6 address, "
                           "\"localhost\", or \"*\" for every address."});
    }
    return address;
}

tl::expected<std::unique_ptr<QSslConfiguration>, StartError>
tlsConfiguration(const HttpConfig& config) {
    using Code = StartError::Code;
    if (config.tlsCertificateFile.empty() && config.tlsKeyFile.empty()) {
        return nullptr;
    }
    if (config.tlsCertificateFile.empty() || config.tlsKeyFile.empty()) {
        return tl::unexpected(
            StartError{config.tlsKeyFile.empty() ? Code::BadKey : Code::BadCertificate,
                       "TLS needs both a certificate file and a key file."});
    }
    if (!QSslSocket::supportsSsl()) {
        return tl::unexpected(
            StartError{Code::System, "TLS was asked for, but Qt finds no TLS library."});
    }
    const auto certificatePem = readFile(config.tlsCertificateFile, Code::BadCertificate);
    if (!certificatePem) {
        return tl::unexpected(certificatePem.error());
    }
    const auto keyPem = readFile(config.tlsKeyFile, Code::BadKey);
    if (!keyPem) {
        return tl::unexpected(keyPem.error());
    }
    const QList<QSslCertificate> chain = QSslCertificate::fromData(*certificatePem, QSsl::Pem);
    if (chain.isEmpty() || chain.front().isNull()) {
        return tl::unexpected(StartError{Code::BadCertificate,
                                         config.tlsCertificateFile + " holds no PEM certificate."});
    }
    const QSslKey key = parseKey(*keyPem);
    if (key.isNull()) {
        return tl::unexpected(StartError{
            Code::BadKey, config.tlsKeyFile + " holds no unencrypted RSA or EC key in PEM form."});
    }
    auto result = std::make_unique<QSslConfiguration>(QSslConfiguration::defaultConfiguration());
    result->setProtocol(QSsl::TlsV1_2OrLater);
    result->setPeerVerifyMode(QSslSocket::VerifyNone); // of clients, which have no certificates
    result->setLocalCertificateChain(chain);
    result->setPrivateKey(key);
    return result;
}

void prepareSocket(int descriptor) noexcept {
    /// What the kernel keeps of an answer that is read slowly (it takes twice as much). More would
    /// be held for each of a thousand connections that ask for much and read nothing.
    constexpr int kSendBuffer = 128 * 1024;
    const int on = 1;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &kSendBuffer, sizeof kSendBuffer);
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

std::string peerAddressOf(int descriptor) {
    sockaddr_storage storage{};
    socklen_t length = sizeof storage;
    auto* address = static_cast<sockaddr*>(static_cast<void*>(&storage));
    std::array<char, NI_MAXHOST> text{};
    if (::getpeername(descriptor, address, &length) != 0 ||
        ::getnameinfo(address, length, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0) {
        return {};
    }
    std::string_view result(text.data());
    constexpr std::string_view kMapped = "::ffff:";
    if (result.starts_with(kMapped) && result.find('.') != std::string_view::npos) {
        result.remove_prefix(kMapped.size());
    }
    return std::string(result);
}

} // namespace leadsheet::server::http
