// SPDX-License-Identifier: Apache-2.0
#include "control_style.hpp"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPlainTextEdit>
#include <QStyleOption>

#include <algorithm>

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
constexpr int kAroundText = 12;
constexpr int kAroundHint = 12;  // the edges of the field, and its cursor
constexpr int kLongestHint = 60; // letters
constexpr int kInset = 5;        // of text in its field; the fields themselves leave two more

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
    if (auto* field = qobject_cast<QLineEdit*>(widget))
        OneLine::keep(*field);
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
    // several, nor a list, which shows it in its row where it has one.
    if (element == PE_Frame && (option->state & State_HasFocus) != 0 &&
        (qobject_cast<const QPlainTextEdit*>(widget) != nullptr ||
         qobject_cast<const QAbstractItemView*>(widget) != nullptr)) {
        painter->setPen(option->palette.color(QPalette::Highlight));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    }
    // Fusion's is darker than the window, which a dark one swallows.
    const bool framesTable = element == PE_Frame &&
                             qobject_cast<const QAbstractItemView*>(widget) != nullptr &&
                             qobject_cast<const QListView*>(widget) == nullptr;
    if (framesTable) {
        painter->setPen(option->palette.color(QPalette::Mid));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

} // namespace leadsheet::desktop
