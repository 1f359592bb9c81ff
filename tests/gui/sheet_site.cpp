// SPDX-License-Identifier: Apache-2.0
#include "sheet_site.hpp"

#include <QTcpSocket>

namespace leadsheet::test {

SheetSite::SheetSite(Answers answers, QByteArray sheet)
    : answers_(std::move(answers))
    , sheet_(std::move(sheet)) {
    if (!server_.listen(QHostAddress::LocalHost))
        qFatal("no port");
    QObject::connect(&server_, &QTcpServer::newConnection, &server_, [this] {
        while (QTcpSocket* socket = server_.nextPendingConnection())
            QObject::connect(socket, &QTcpSocket::readyRead, socket,
                             [this, socket, request = QByteArray()]() mutable {
                                 request += socket->readAll();
                                 if (request.contains("\r\n\r\n"))
                                     answer(*socket, std::exchange(request, QByteArray()));
                             });
    });
}

QString SheetSite::url(const QString& path) const {
    return QStringLiteral("http://127.0.0.1:%1%2").arg(server_.serverPort()).arg(path);
}

void SheetSite::answer(QTcpSocket& socket, const QByteArray& request) {
    const QByteArray path = request.split(' ').value(1);
    asked_ << QString::fromLatin1(path);
    sawKey_ = sawKey_ || request.toLower().contains("\r\nauthorization:");
    const auto found = answers_.find(path);
    const QByteArray head = found == answers_.end() ? QByteArray("404 Not Found") : found->second;
    const QByteArray body = head.startsWith("200") ? sheet_ : QByteArray();
    socket.write("HTTP/1.1 " + head + "\r\nContent-Length: " + QByteArray::number(body.size()) +
                 "\r\n\r\n" + body);
}

} // namespace leadsheet::test
