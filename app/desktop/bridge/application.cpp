// SPDX-License-Identifier: Apache-2.0
#include "application.hpp"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDeadlineTimer>
#include <QEvent>
#include <QIcon>
#include <QLocalServer>
#include <QLocalSocket>
#include <QMetaEnum>
#include <QThread>

#include <ctime>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace leadsheet::desktop {
namespace {

std::chrono::nanoseconds threadTime() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

} // namespace

Application::Application(int& argc, char** argv)
    : QApplication(argc, argv) {
    setApplicationName(QStringLiteral("Leadsheet"));
    setDesktopFileName(QStringLiteral("org.leadsheet.Leadsheet"));
    setWindowIcon(QIcon(QStringLiteral(":/logo/org.leadsheet.Leadsheet.svg")));
    setApplicationVersion(QStringLiteral(LEADSHEET_VERSION));
}

bool Application::notify(QObject* receiver, QEvent* event) {
    // A nested event loop (a dialog, a menu) answers for its own events.
    if (limit_.count() == 0 || depth_ > 0)
        return QApplication::notify(receiver, event);
    const auto type = event->type();
    const QString name = QString::fromLatin1(receiver->metaObject()->className());
    ++depth_;
    const auto before = threadTime();
    const bool handled = QApplication::notify(receiver, event);
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(threadTime() - before);
    --depth_;
    if (spent > limit_)
        slow_ << QStringLiteral("%1 for %2 took %3 ms")
                     .arg(QString::fromLatin1(QMetaEnum::fromType<QEvent::Type>().valueToKey(type)),
                          name)
                     .arg(spent.count());
    return handled;
}

namespace {

constexpr qint64 kMaxMessageBytes = 1 << 20;
constexpr unsigned long kRetryMs = 10;
const QByteArray kTaken = QByteArrayLiteral("taken");

bool isOwnFolder(const std::filesystem::path& folder, mode_t forbidden) {
    struct stat info {};
    return ::lstat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) &&
           info.st_uid == ::geteuid() && (info.st_mode & forbidden) == 0;
}

/// Made when missing; one of this user's that was opened to others is closed to them.
bool makeOwnFolder(const std::filesystem::path& folder) {
    if (!app::makePrivateFolder(folder) || !isOwnFolder(folder, 0))
        return false;
    return isOwnFolder(folder, S_IRWXG | S_IRWXO) || ::chmod(folder.c_str(), S_IRWXU) == 0;
}

QString addressIn(const std::filesystem::path& folder, const std::filesystem::path& dataFolder) {
    std::error_code error;
    const auto real = std::filesystem::weakly_canonical(dataFolder, error);
    const QByteArray name = QByteArray::fromStdString((error ? dataFolder : real).string());
    // Short, because a socket's path has 107 bytes, and the same for the same folder.
    const QByteArray hash =
        QCryptographicHash::hash(name, QCryptographicHash::Sha256).toHex().left(16);
    const std::string path = (folder / hash.toStdString()).string();
    if (path.size() >= sizeof(sockaddr_un::sun_path) || !makeOwnFolder(folder))
        return {};
    return QString::fromStdString(path);
}

/// Whether the other end is a program of this user, whatever the folder's permissions say.
bool isOwnPeer(const QLocalSocket& socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(static_cast<int>(socket.socketDescriptor()), SOL_SOCKET, SO_PEERCRED, &peer,
                        &size) == 0 &&
           peer.uid == ::geteuid();
}

} // namespace

SingleInstance::SingleInstance(const std::filesystem::path& dataFolder,
                               const std::filesystem::path& runtimeFolder,
                               std::chrono::milliseconds patience)
    : patience_(static_cast<int>(patience.count())) {
    if (runtimeFolder.is_absolute() && isOwnFolder(runtimeFolder, S_IWGRP | S_IWOTH))
        address_ = addressIn(runtimeFolder / "leadsheet", dataFolder);
    if (address_.isEmpty())
        address_ = addressIn(dataFolder / "run", dataFolder);
}

SingleInstance::~SingleInstance() = default;

bool SingleInstance::handOver(const QStringList& sheets) {
    if (address_.isEmpty())
        return false;
    auto lock = app::FileLock::take(address_.toStdString() + ".lock",
                                    app::FileLock::Mode::Exclusive, false);
    if (lock && *lock)
        lock_ = *std::move(lock); // whoever listened before is gone
    else if (give(sheets))
        return true;
    listen();
    return false;
}

bool SingleInstance::give(const QStringList& sheets) const {
    const QDeadlineTimer end(patience_);
    const auto left = [&end] {
        return static_cast<int>(end.remainingTime());
    };
    QLocalSocket socket;
    // The other one may have begun just now.
    for (socket.connectToServer(address_); !socket.waitForConnected(left());
         socket.connectToServer(address_)) {
        if (end.hasExpired())
            return false;
        QThread::msleep(kRetryMs);
    }
    if (!isOwnPeer(socket))
        return false;
    QByteArray message;
    QDataStream stream(&message, QIODevice::WriteOnly);
    stream << sheets;
    socket.write(message);
    return socket.waitForBytesWritten(left()) && socket.waitForReadyRead(left()) &&
           socket.readAll() == kTaken;
}

void SingleInstance::listen() {
    QLocalServer::removeServer(address_); // left behind by a crash: nobody answered
    server_ = std::make_unique<QLocalServer>();
    server_->setSocketOptions(QLocalServer::UserAccessOption);
    connect(server_.get(), &QLocalServer::newConnection, this, &SingleInstance::receive);
    server_->listen(address_);
}

void SingleInstance::receive() {
    QLocalSocket* socket = server_->nextPendingConnection();
    if (socket == nullptr)
        return;
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    if (!isOwnPeer(*socket))
        return socket->abort();
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
