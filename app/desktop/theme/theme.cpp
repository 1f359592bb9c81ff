// SPDX-License-Identifier: Apache-2.0
#include "theme.hpp"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPixmapCache>
#include <QPlainTextEdit>
#include <QStyleOption>

#include <algorithm>
#include <array>

namespace leadsheet::desktop {
namespace {

bool breaksLine(QChar letter) {
    return letter == QChar::LineFeed || letter == QChar::CarriageReturn ||
           letter == QChar::Tabulation || letter == QChar::FormFeed || letter == QChar(0x0B) ||
           letter == QChar(0x85) || letter == QChar::LineSeparator ||
           letter == QChar::ParagraphSeparator;
}

bool isControl(QChar letter) {
    return breaksLine(letter) || letter.category() == QChar::Other_Control;
}

/// A space for each row of breaks; other controls mean nothing here.
QString flat(const QString& text) {
    QString all;
    all.reserve(text.size());
    bool broken = false;
    for (const QChar letter : text) {
        if (!isControl(letter))
            all += letter;
        else if (breaksLine(letter) && !broken)
            all += QChar::Space;
        broken = isControl(letter) && (broken || breaksLine(letter));
    }
    return all;
}

} // namespace

QValidator::State OneLine::validate(QString& text, int& cursor) const {
    if (std::none_of(text.cbegin(), text.cend(), isControl))
        return Acceptable;
    const auto first = std::find_if_not(text.cbegin(), text.cend(), isControl);
    const auto last = std::find_if_not(text.crbegin(), text.crend(), isControl).base();
    const auto start = static_cast<int>(first - text.cbegin());
    const int length = std::max(0, static_cast<int>(last - first));
    const QString whole = text.mid(start, length);
    cursor = static_cast<int>(flat(whole.left(std::max(0, cursor - start))).size());
    text = flat(whole);
    return Acceptable;
}

void OneLine::keep(QLineEdit& field) {
    const QWidget* parent = field.parentWidget();
    const bool ofACell = parent != nullptr &&
                         qobject_cast<const QAbstractItemView*>(parent->parentWidget()) != nullptr;
    if (field.validator() == nullptr && !ofACell &&
        qobject_cast<const QAbstractSpinBox*>(parent) == nullptr)
        field.setValidator(new OneLine(&field));
}

namespace {

constexpr int kLeastText = 20;
constexpr int kAroundText = 12;  // of a button: its padding and edge
constexpr int kAroundHint = 12;  // the edges of the field, and its cursor
constexpr int kLongestHint = 60; // letters
constexpr int kInset = 5;        // of text in its field; the fields themselves leave two more

/// On Linux, assistive technology hears of a choice what is chosen, and its name from a label only:
/// one without a label beside it gets one that is not seen.
void giveLabel(QComboBox& choice) {
    QWidget* parent = choice.parentWidget();
    if (parent == nullptr || choice.accessibleName().isEmpty())
        return;
    for (const QLabel* label : parent->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly))
        if (label->buddy() == &choice)
            return;
    auto* label = new QLabel(choice.accessibleName(), parent);
    label->setBuddy(&choice);
    label->hide();
}

/// What an empty field asks for is read whole, up to a length that no form should be widened to.
int hintWidth(const QStyleOption& option, const QLineEdit& field) {
    const int hint = option.fontMetrics.horizontalAdvance(field.placeholderText());
    return std::min(hint + kAroundHint, option.fontMetrics.averageCharWidth() * kLongestHint);
}

} // namespace

int controlHeight(const QFontMetrics& metrics) {
    return std::max(kLeastText, metrics.height()) + kAroundText;
}

ControlStyle::ControlStyle()
    : QProxyStyle(QStringLiteral("Fusion")) {}

QSize ControlStyle::sizeFromContents(ContentsType type, const QStyleOption* option,
                                     const QSize& contents, const QWidget* widget) const {
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    switch (type) {
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox:
        if (const auto* field = qobject_cast<const QLineEdit*>(widget); field != nullptr)
            size.setWidth(std::max(size.width(), hintWidth(*option, *field)));
        size.rwidth() += 2 * kInset;
        size.setHeight(controlHeight(option->fontMetrics));
        break;
    case CT_ItemViewItem:
        if (qobject_cast<const QListView*>(widget) != nullptr)
            size.setHeight(std::max(size.height(), option->fontMetrics.height() + kAroundText));
        break;
    default:
        break;
    }
    return size;
}

int ControlStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                              const QWidget* widget) const {
    const int size = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: {
        // Fusion's is the same beside small letters and large ones.
        const QFontMetrics letters = widget != nullptr   ? widget->fontMetrics()
                                     : option != nullptr ? option->fontMetrics
                                                         : QFontMetrics(QApplication::font());
        return std::max(size, letters.height() * 3 / 4);
    }
    default:
        return size;
    }
}

QRect ControlStyle::subElementRect(SubElement element, const QStyleOption* option,
                                   const QWidget* widget) const {
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    const bool framed = element == SE_LineEditContents && frame != nullptr && frame->lineWidth > 0;
    return framed ? rect.adjusted(kInset, 0, -kInset, 0) : rect;
}

QRect ControlStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                   SubControl part, const QWidget* widget) const {
    const QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    const bool text = (control == CC_ComboBox && part == SC_ComboBoxEditField) ||
                      (control == CC_SpinBox && part == SC_SpinBoxEditField);
    if (!text)
        return rect;
    const bool mirrored = option->direction == Qt::RightToLeft;
    return mirrored ? rect.adjusted(0, 0, -kInset, 0) : rect.adjusted(kInset, 0, 0, 0);
}

void ControlStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* choice = qobject_cast<QComboBox*>(widget))
        giveLabel(*choice);
    if (auto* field = qobject_cast<QLineEdit*>(widget)) {
        OneLine::keep(*field);
        field->installEventFilter(this);
    }
}

// Keys that mean the same on every page. On some desktops a field would take Ctrl+E for itself and
// go to the end of the line.
bool ControlStyle::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride)
        return QProxyStyle::eventFilter(watched, event);
    const auto* keys = static_cast<QKeyEvent*>(event);
    const bool ofPage = keys->key() == Qt::Key_E && keys->modifiers() == Qt::ControlModifier;
    if (ofPage)
        event->ignore();
    return ofPage;
}

void ControlStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                                 QPainter* painter, const QWidget* widget) const {
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
    const bool panel = element == PE_PanelItemViewItem || element == PE_PanelItemViewRow;
    if (panel && item != nullptr && (item->state & State_Selected) != 0) {
        const auto group =
            (item->state & State_Enabled) != 0 ? QPalette::Active : QPalette::Disabled;
        painter->fillRect(item->rect, item->palette.color(group, QPalette::Highlight));
        return;
    }
    // Fusion's lies over the words of the row; a tree does not say that it asks for it.
    const auto* focus = qstyleoption_cast<const QStyleOptionFocusRect*>(option);
    if (element == PE_FrameFocusRect && focus != nullptr && widget == nullptr) {
        const bool selected = focus->backgroundColor == focus->palette.color(QPalette::Highlight);
        painter->setPen(
            QPen(focus->palette.color(selected ? QPalette::HighlightedText : QPalette::Text), 1,
                 Qt::DotLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(focus->rect.adjusted(1, 1, -2, -2));
        return;
    }
    // Fusion frames a field of one line with what it does when it has the focus, not one of
    // several, nor a list, which shows it in its row where it has one. Its frame of a table is
    // darker than the window, which a dark one swallows.
    const bool rows = qobject_cast<const QAbstractItemView*>(widget) != nullptr;
    const bool focused = (option->state & State_HasFocus) != 0;
    const bool framed = focused ? rows || qobject_cast<const QPlainTextEdit*>(widget) != nullptr
                                : rows && qobject_cast<const QListView*>(widget) == nullptr;
    if (element == PE_Frame && framed) {
        // Filled: an outline between pixels lies half outside, and is not drawn there.
        const QColor colour = option->palette.color(focused ? QPalette::Highlight : QPalette::Mid);
        QRegion frame(option->rect);
        frame -= option->rect.adjusted(1, 1, -1, -1);
        for (const QRect& side : frame)
            painter->fillRect(side, colour);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

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

Theme::Theme(QApplication& application)
    : application_(application)
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
