// SPDX-License-Identifier: Apache-2.0
#include "theme.hpp"

#include "control_style.hpp"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFontDatabase>
#include <QPixmapCache>

#include <algorithm>
#include <array>

namespace leadsheet::desktop {
namespace {

const QString kBarRules = QStringLiteral(R"(
QScrollBar { background: palette(window); border: none; }
QScrollBar:vertical { width: 14px; }
QScrollBar:horizontal { height: 14px; }
QScrollBar::handle { background: palette(dark); border-radius: 4px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: palette(highlight); }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QAbstractScrollArea::corner { background: palette(window); }
QTabBar::tab { background: transparent; color: palette(placeholder-text); border: none;
    border-bottom: 2px solid palette(mid); padding: 6px 14px; }
QTabBar::tab:hover { color: palette(window-text); }
QTabBar::tab:selected { color: palette(window-text); border-bottom: 2px solid palette(highlight); }
QTabBar::tab:selected:focus { background: palette(midlight); }
)");

/// The style mixes the colours of these from the window's and the button's, which are almost one in
/// high contrast.
const QString kHighContrastRules = QStringLiteral(R"(
QMenu { border: 1px solid palette(window-text); }
QComboBox QAbstractItemView { border: 1px solid palette(window-text); }
QScrollBar:vertical { border-left: 1px solid palette(mid); }
QScrollBar:horizontal { border-top: 1px solid palette(mid); }
QScrollBar::handle { background: palette(window-text); }
QTabBar::tab { background: palette(base); color: palette(text); border: 1px solid palette(mid);
    padding: 5px 12px; }
QTabBar::tab:selected, QTabBar::tab:selected:focus { background: palette(highlight);
    color: palette(highlighted-text); border: 1px solid palette(highlight); }
QTabBar::tab:selected:focus { border: 2px solid palette(window-text); padding: 4px 11px; }
)");

constexpr int kAroundText = 12; // of a button: its padding and edge
constexpr int kSpinEdge = 6;
constexpr int kAroundDate = 40; // of its field: the arrow of the calendar and both edges
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
    Edged{"QComboBox", ColourScheme::Dark},
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

/// What follows the text size.
QString sizeRules(int pointSize) {
    const QFontMetrics metrics((QApplication::font()));
    const int high = controlHeight(metrics);
    const int day = metrics.horizontalAdvance(QStringLiteral("0000-00-00")) + kAroundDate;
    return QStringLiteral(R"(
QWidget[heading="1"] { font-size: %1pt; font-weight: 600; }
QWidget[heading="2"] { font-size: %2pt; font-weight: 600; }
QAbstractButton { icon-size: %3px; }
QWidget[code="true"] { font-family: "%4"; font-size: %5pt; }
QPushButton { min-height: %6px; }
QAbstractSpinBox { min-height: %7px; }
QDateEdit { min-width: %8px; }
.QDateTimeEdit { min-width: %9px; }
)")
        .arg(pointSize * 17 / 10)
        .arg(pointSize * 12 / 10)
        .arg(pointSize * 16 / 10)
        .arg(QFontDatabase::systemFont(QFontDatabase::FixedFont).family())
        .arg(pointSize)
        .arg(high - kAroundText)
        .arg(high - kSpinEdge)
        .arg(day)
        .arg(day + metrics.horizontalAdvance(QStringLiteral(" 00:00")));
}

QString applicationStyleSheet(int pointSize, ColourScheme scheme) {
    const QString special = scheme == ColourScheme::HighContrast ? kHighContrastRules : QString();
    return sizeRules(pointSize) + kBarRules + QStringLiteral(R"(
QFrame[card="true"] { background: palette(base); border: 1px solid palette(mid); border-radius: 6px; }
QPushButton { padding: 5px 12px; }
QPushButton[folded="true"] { padding: 5px 2px; }
QPushButton[primary="true"] { padding: 5px 16px; font-weight: 600; }
QPushButton[primary="true"]:enabled {
    background: palette(highlight); color: palette(highlighted-text);
    border: 1px solid palette(highlight); border-radius: 4px; padding: 5px 16px; font-weight: 600; }
QPushButton[primary="true"]:enabled:focus { border: 2px solid palette(window-text); padding: 4px 15px; }
QPushButton[tile="true"] { background: palette(base); border: 1px solid palette(mid); border-radius: 6px;
    text-align: left; }
QPushButton[tile="true"]:hover { border: 1px solid palette(highlight); }
QPushButton[tile="true"]:focus { border: 2px solid palette(window-text); }
QPushButton[chip="true"] { border: 1px solid palette(mid); border-radius: 14px; padding: 5px 11px;
    background: palette(base); color: palette(text); }
QPushButton[chip="true"]:checked { background: palette(highlight); color: palette(highlighted-text);
    border: 1px solid palette(highlight); }
QPushButton[chip="true"]:focus { border: 2px solid palette(window-text); padding: 4px 10px; }
QToolButton[phrase="true"] { border: 1px solid palette(mid); border-radius: 4px; padding: 4px 20px 4px 8px;
    background: palette(base); color: palette(text); }
QToolButton[phrase="true"]:hover { border: 1px solid palette(highlight); }
QToolButton[phrase="true"]:focus { border: 2px solid palette(window-text); padding: 3px 19px 3px 7px; }
QToolButton[phrase="true"]::menu-indicator { subcontrol-origin: border; subcontrol-position: right center;
    right: 6px; }
QListWidget#navigation { background: transparent; border: none; outline: 0; }
QListWidget#navigation::item { padding-left: 8px; border-radius: 4px; margin: 1px 6px; color: palette(window-text); }
QListWidget#navigation[folded="true"]::item { padding-left: 16px; }
QListWidget#navigation::item:selected { background: palette(highlight); color: palette(highlighted-text); }
QListWidget#navigation::item:selected:focus { border: 2px solid palette(window-text); }
QFrame#navigationFrame { border: none; border-right: 1px solid palette(mid); }
QTableView { gridline-color: palette(midlight); selection-background-color: palette(highlight);
    selection-color: palette(highlighted-text); }
QHeaderView::section { background: palette(window); color: palette(window-text); padding: 4px 6px; border: none;
    border-right: 1px solid palette(mid); border-bottom: 1px solid palette(mid); }
QTableCornerButton::section { background: palette(window); border: none;
    border-right: 1px solid palette(mid); border-bottom: 1px solid palette(mid); }
QLabel#keyTip { background: palette(window-text); color: palette(window); border: 1px solid palette(window);
    border-radius: 3px; padding: 0 4px; font-weight: 600; }
QToolTip { background: palette(tool-tip-base); color: palette(tool-tip-text); border: 1px solid palette(mid);
    padding: 3px; }
)") + special;
}

} // namespace

Theme::Theme(QApplication& application, QObject* parent)
    : QObject(parent)
    , application_(application)
    , systemFontSize_(QApplication::font().pointSize()) {
    QApplication::setStyle(new ControlStyle);
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
    // 1 = prefers it; anything else is not a preference or the opposite.
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
    // Every widget is styled again, which takes its time.
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
