// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringList>
#include <QTcpServer>

#include <map>

namespace leadsheet::test {

/// A web site of this computer with one sheet, served by the event loop of the test.
class SheetSite {
public:
    /// What is answered to a path: status and header lines. Other paths are not found. A 200 has
    /// the sheet as its body.
    using Answers = std::map<QByteArray, QByteArray>;

    SheetSite(Answers answers, QByteArray sheet);

    void publish(const QByteArray& path, const QByteArray& head) { answers_[path] = head; }
    QString url(const QString& path) const;
    QStringList asked() const { return asked_; }
    /// Some request held credentials.
    bool sawKey() const { return sawKey_; }

private:
    void answer(QTcpSocket& socket, const QByteArray& request);

    QTcpServer server_;
    Answers answers_;
    QByteArray sheet_;
    QStringList asked_;
    bool sawKey_ = false;
};

} // namespace leadsheet::test
