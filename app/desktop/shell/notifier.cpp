// SPDX-License-Identifier: Apache-2.0
#include "notifier.hpp"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

namespace leadsheet::desktop {

void showNotification(const QString& title, const QString& sentence) {
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
    call << QStringLiteral("Leadsheet") << kReplacesNone << QStringLiteral("leadsheet") << title
         << sentence.toHtmlEscaped() << QStringList() << QVariantMap() << kTimeAsTheDesktopLikes;
    // Sent without looking whether somebody listens: the call itself starts the service.
    bus.send(call);
}

} // namespace leadsheet::desktop
