// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/notification.hpp"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QStringList>
#include <QVariantMap>

namespace leadsheet::app {

void showNotification(const std::string& title, const std::string& text,
                      std::chrono::milliseconds patience) {
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"),
        QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    constexpr uint kReplacesNone = 0;
    constexpr int kTimeAsTheDesktopLikes = -1;
    // The specification lets the body hold markup; a sheet's name is not ours to trust.
    call << QStringLiteral("Leadsheet") << kReplacesNone << QStringLiteral("leadsheet")
         << QString::fromStdString(title) << QString::fromStdString(text).toHtmlEscaped()
         << QStringList() << QVariantMap() << kTimeAsTheDesktopLikes;
    // Sent without looking whether somebody listens: the call itself starts the service.
    if (patience.count() > 0)
        bus.call(call, QDBus::Block, static_cast<int>(patience.count()));
    else
        bus.send(call);
}

} // namespace leadsheet::app
