// SPDX-License-Identifier: Apache-2.0
#include "single_instance.hpp"

#include <QCryptographicHash>
#include <QDataStream>
#include <QLocalServer>
#include <QLocalSocket>

namespace leadsheet::desktop {
namespace {

constexpr qint64 kMaxMessageBytes = 1 << 20;
const QByteArray kTaken = QByteArrayLiteral("taken");

} // namespace

SingleInstance::SingleInstance(const std::filesystem::path& dataFolder,
                               std::chrono::milliseconds patience, QObject* parent)
    : QObject(parent)
    , patience_(static_cast<int>(patience.count())) {
    // The name must be short (a socket's path has 107 bytes) and the same for the same folder.
    const QByteArray folder = QByteArray::fromStdString(dataFolder.string());
    name_ = QStringLiteral("leadsheet-") +
            QString::fromLatin1(
                QCryptographicHash::hash(folder, QCryptographicHash::Sha256).toHex().left(16));
}

SingleInstance::~SingleInstance() = default;

bool SingleInstance::handOver(const QStringList& sheets) {
    QLocalSocket socket;
    socket.connectToServer(name_);
    if (socket.waitForConnected(patience_)) {
        QByteArray message;
        QDataStream stream(&message, QIODevice::WriteOnly);
        stream << sheets;
        socket.write(message);
        if (socket.waitForBytesWritten(patience_) && socket.waitForReadyRead(patience_) &&
            socket.readAll() == kTaken)
            return true;
    }
    listen();
    return false;
}

void SingleInstance::listen() {
    QLocalServer::removeServer(name_); // left behind by a crash: nobody answered
    server_ = std::make_unique<QLocalServer>();
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_.get(), &QLocalServer::newConnection, this, &SingleInstance::receive);
    server_->listen(name_);
}

void SingleInstance::receive() {
    QLocalSocket* socket = server_->nextPendingConnection();
    if (socket == nullptr)
        return;
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    const auto read = [this, socket] {
        if (socket->bytesAvailable() > kMaxMessageBytes)
            return socket->abort();
        QDataStream stream(socket);
        stream.startTransaction();
        QStringList sheets;
        stream >> sheets;
        if (!stream.commitTransaction())
            return;
        socket->write(kTaken);
        socket->flush();
        socket->disconnectFromServer();
        emit calledAgain(sheets);
    };
    connect(socket, &QLocalSocket::readyRead, this, read);
    if (socket->bytesAvailable() > 0)
        read();
}

} // namespace leadsheet::desktop
