// SPDX-License-Identifier: Apache-2.0
#include "theme.hpp"

#include "style_sheet.hpp"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QPixmapCache>
#include <QStyleFactory>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMinFont = 8;
constexpr int kMaxFont = 24;
const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");

/// Portals wrap the value once or twice.
uint unwrapped(QVariant value) {
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value.toUInt();
}

ColourScheme fromPortal(uint preference) {
    return preference == 1 ? ColourScheme::Dark : ColourScheme::Light;
}

} // namespace

Theme::Theme(QApplication& application, QObject* parent)
    : QObject(parent)
    , application_(application)
    , systemFontSize_(QApplication::font().pointSize()) {
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (bus.isConnected())
        bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                    SLOT(portalSettingChanged(QString, QString, QDBusVariant)));
    askPortal();
    apply();
}

void Theme::choose(ThemeChoice choice) {
    choice_ = choice;
    apply();
}

void Theme::setFontSize(int points) {
    QFont font = QApplication::font();
    font.setPointSize(points == 0 ? systemFontSize_ : std::clamp(points, kMinFont, kMaxFont));
    QApplication::setFont(font);
    apply();
}

Theme::Building::Building(Theme& theme)
    : theme_(theme) {
    theme_.building_ = true;
    theme_.apply();
}

Theme::Building::~Building() {
    theme_.building_ = false;
    theme_.apply();
}

void Theme::askPortal() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    QDBusMessage question =
        QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << kGroup << kKey;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this,
            [this](QDBusPendingCallWatcher* answered) {
                const QDBusPendingReply<QDBusVariant> reply = *answered;
                answered->deleteLater();
                if (reply.isError())
                    return;
                system_ = fromPortal(unwrapped(reply.value().variant()));
                apply();
            });
}

void Theme::portalSettingChanged(const QString& group, const QString& key,
                                 const QDBusVariant& value) {
    if (group != kGroup || key != kKey)
        return;
    system_ = fromPortal(unwrapped(value.variant()));
    apply();
}

void Theme::apply() {
    switch (choice_) {
    case ThemeChoice::System:
        scheme_ = system_;
        break;
    case ThemeChoice::Light:
        scheme_ = ColourScheme::Light;
        break;
    case ThemeChoice::Dark:
        scheme_ = ColourScheme::Dark;
        break;
    case ThemeChoice::HighContrast:
        scheme_ = ColourScheme::HighContrast;
        break;
    }
    const QPalette palette = paletteOf(scheme_);
    const QString sheet =
        building_ ? QString() : applicationStyleSheet(QApplication::font().pointSize());
    // Every widget is styled anew, which takes its time.
    if (application_.styleSheet() == sheet && QApplication::palette() == palette)
        return;
    QPixmapCache::clear();
    // With a style sheet in place a new palette shows only after the sheet is set again.
    application_.setStyleSheet(QString());
    QApplication::setPalette(palette);
    // The style draws the edges of these in a darker tone of the window, which a dark one swallows.
    QPalette edged = palette;
    if (scheme_ != ColourScheme::Light)
        edged.setColor(QPalette::Window, palette.color(QPalette::PlaceholderText));
    for (const char* control : {"QCheckBox", "QRadioButton", "QLineEdit", "QAbstractSpinBox"})
        QApplication::setPalette(edged, control);
    application_.setStyleSheet(sheet);
    emit changed();
}

} // namespace leadsheet::desktop
