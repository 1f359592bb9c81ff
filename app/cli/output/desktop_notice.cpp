// SPDX-License-Identifier: Apache-2.0
#include "desktop_notice.hpp"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QStringList>
#include <QVariantMap>

namespace leadsheet::cli {

void showDesktopNotice(const std::string& title, const std::vector<std::string>& lines) {
    constexpr std::size_t kMostLines = 5;
    constexpr int kPatienceMs = 1'000;
    const QString bus = QStringLiteral("leadsheet-notice");
    {
        const QDBusConnection session =
            QDBusConnection::connectToBus(QDBusConnection::SessionBus, bus);
        QStringList body;
        for (const std::string& line : lines)
            if (body.size() < static_cast<qsizetype>(kMostLines))
                body << QString::fromStdString(line).toHtmlEscaped(); // it may be read as markup
        if (lines.size() > kMostLines)
            body << QStringLiteral("…");
        QDBusMessage call = QDBusMessage::createMethodCall(
            QStringLiteral("org.freedesktop.Notifications"),
            QStringLiteral("/org/freedesktop/Notifications"),
            QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
        const QString application = QStringLiteral("org.leadsheet.Leadsheet");
        call << QStringLiteral("Leadsheet") << 0U << application << QString::fromStdString(title)
             << body.join('\n') << QStringList()
             << QVariantMap{{QStringLiteral("desktop-entry"), application}} << -1;
        if (session.isConnected())
            session.call(call, QDBus::Block, kPatienceMs);
    }
    QDBusConnection::disconnectFromBus(bus);
}

} // namespace leadsheet::cli
