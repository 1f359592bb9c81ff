// SPDX-License-Identifier: Apache-2.0
#include "http/listen_address.hpp"

#include <QFile>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>
#include <array>
#include <netdb.h>
#include <string_view>
#include <sys/socket.h>

namespace leadsheet::server::http {

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
