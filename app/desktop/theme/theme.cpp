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
#include <array>

namespace leadsheet::desktop {
namespace {

constexpr int kMinFont = 8;
constexpr int kMaxFont = 24;
const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kScheme = QStringLiteral("color-scheme");
const QString kContrast = QStringLiteral("contrast");

/// Controls the edge of which the style draws in a darker tone of the window, and the first scheme
/// that would swallow it: a button of the dark scheme is still seen by what it is filled with.
struct Edged {
    const char* control;
    ColourScheme from;
};
constexpr std::array kEdged{
    Edged{"QCheckBox", ColourScheme::Dark},
    Edged{"QRadioButton", ColourScheme::Dark},
    Edged{"QLineEdit", ColourScheme::Dark},
    Edged{"QAbstractSpinBox", ColourScheme::Dark},
    Edged{"QTextEdit", ColourScheme::Dark},
    Edged{"QPlainTextEdit", ColourScheme::Dark},
    Edged{"QListWidget", ColourScheme::Dark},
    Edged{"QComboBox", ColourScheme::HighContrast},
    Edged{"QPushButton", ColourScheme::HighContrast},
    Edged{"QToolButton", ColourScheme::HighContrast},
    Edged{"QProgressBar", ColourScheme::HighContrast},
    Edged{"QGroupBox", ColourScheme::HighContrast},
};

/// `palette` with a window whose darker tone is seen on the true one.
QPalette edgedPalette(ColourScheme scheme, QPalette palette) {
    palette.setColor(QPalette::Window, palette.color(scheme == ColourScheme::HighContrast
                                                         ? QPalette::WindowText
                                                         : QPalette::PlaceholderText));
    return palette;
}

/// Portals wrap the value once or twice.
uint unwrapped(QVariant value) {
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value.toUInt();
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
    for (const QString& key : {kScheme, kContrast}) {
        QDBusMessage question =
            QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
        question << kGroup << key;
        auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this,
                [this, key](QDBusPendingCallWatcher* answered) {
                    const QDBusPendingReply<QDBusVariant> reply = *answered;
                    answered->deleteLater();
                    if (!reply.isError())
                        portalSettingChanged(kGroup, key, reply.value());
                });
    }
}

void Theme::portalSettingChanged(const QString& group, const QString& key,
                                 const QDBusVariant& value) {
    if (group != kGroup)
        return;
    // 1 = prefers it; anything else is no preference or the opposite.
    const bool preferred = unwrapped(value.variant()) == 1;
    if (key == kScheme)
        systemDark_ = preferred;
    else if (key == kContrast)
        systemContrast_ = preferred;
    else
        return;
    apply();
}

void Theme::apply() {
    switch (choice_) {
    case ThemeChoice::System:
        scheme_ = systemContrast_ ? ColourScheme::HighContrast
                  : systemDark_   ? ColourScheme::Dark
                                  : ColourScheme::Light;
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
        building_ ? QString() : applicationStyleSheet(QApplication::font().pointSize(), scheme_);
    // Every widget is styled anew, which takes its time.
    if (application_.styleSheet() == sheet && QApplication::palette() == palette)
        return;
    QPixmapCache::clear();
    // With a style sheet in place a new palette shows only after the sheet is set again.
    application_.setStyleSheet(QString());
    QApplication::setPalette(palette);
    for (const Edged& edged : kEdged)
        QApplication::setPalette(edged.from <= scheme_ ? edgedPalette(scheme_, palette) : palette,
                                 edged.control);
    application_.setStyleSheet(sheet);
    emit changed();
}

} // namespace leadsheet::desktop
