// SPDX-License-Identifier: Apache-2.0
#include "screenshot.hpp"

#include "keyboard_walk.hpp"

#include "shell/notice_bar.hpp"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMap>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOption>
#include <QTabBar>
#include <QWidget>
#include <QtTest>

#include <functional>

namespace leadsheet::test {
namespace {

/// A loaded machine may take this long to lay out what has just arrived.
constexpr int kUntilFinalForm = 10'000;
constexpr const char* kFolder = "LEADSHEET_SCREENSHOTS";
constexpr int kQuickly = 85; // of a picture's compression: little of it

QString named(const QWidget& widget) {
    return QStringLiteral("%1 '%2' in %3")
        .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
             widget.parentWidget() != nullptr
                 ? QString::fromLatin1(widget.parentWidget()->metaObject()->className())
                 : QString());
}

bool isInternal(const QWidget& widget) {
    return widget.objectName().startsWith(QLatin1String("qt_")) ||
           widget.inherits("QTableCornerButton") ||
           qobject_cast<const QScrollBar*>(&widget) != nullptr;
}

/// What a person acts on, by keyboard or mouse.
bool isControl(const QWidget& widget) {
    return (widget.focusPolicy() & Qt::TabFocus) != 0 ||
           qobject_cast<const QAbstractButton*>(&widget) != nullptr ||
           qobject_cast<const QComboBox*>(&widget) != nullptr;
}

QString spokenName(const QWidget& widget) {
    // Qt answers with what is chosen; the name is told by a relation, or belongs to the group.
    const bool saysChoice = qobject_cast<const QComboBox*>(&widget) != nullptr ||
                            qobject_cast<const QTabBar*>(&widget) != nullptr;
    if (saysChoice && !widget.accessibleName().isEmpty())
        return widget.accessibleName();
    const auto* accessible =
        QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&widget)); // NOLINT
    return accessible == nullptr ? QString() : accessible->text(QAccessible::Name);
}

/// What assistive technology on Linux takes the name of a choice from.
bool hasLabel(const QWidget& widget) {
    const auto* accessible =
        QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&widget)); // NOLINT
    return accessible != nullptr && !accessible->relations(QAccessible::Label).isEmpty();
}

/// What the parts of a widget are told apart by; a notice is announced by its text, and its button
/// may be that of the page once more.
QString groupName(const QWidget& widget) {
    const auto* notice = qobject_cast<const desktop::NoticeBar*>(&widget);
    return notice != nullptr ? notice->text() : widget.accessibleName();
}

/// Two that a person can act on, called alike: whoever speaks a name, or hears it, cannot tell
/// which is meant. What stands in groups or rows of different names is told apart by these.
QStringList sharedNames(const QWidget& window) {
    QStringList found;
    QMap<QString, const QWidget*> owners;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->window() != &window || isInternal(*widget) ||
            !isControl(*widget))
            continue;
        QString name = spokenName(*widget);
        if (name.isEmpty())
            continue;
        for (const QWidget* around = widget->parentWidget(); around != &window;
             around = around->parentWidget())
            if (const QString group = groupName(*around); !group.isEmpty())
                name += QStringLiteral(" of ") + group;
        if (const QWidget* other = owners.value(name); other != nullptr)
            found << QStringLiteral("%1 and %2 are both called '%3'")
                         .arg(named(*other), named(*widget), name);
        owners.insert(name, widget);
    }
    return found;
}

/// A word that has no room in a line, and no place where it may be broken. One that is longer than
/// an id is an address or a signature, which may be cut.
bool cutsAWord(const QLabel& label) {
    constexpr int kUnbroken = 40; // letters
    static const QRegularExpression blanks(QStringLiteral("\\s"));
    static const QRegularExpression breaks(QStringLiteral("[/-]"));
    int widest = 0;
    if (label.wordWrap() && label.textFormat() == Qt::PlainText)
        for (const QString& word : label.text().split(blanks))
            for (const QString& part : word.split(breaks))
                if (word.size() <= kUnbroken)
                    widest = std::max(widest, label.fontMetrics().horizontalAdvance(part));
    return widest > label.contentsRect().width() + 1;
}

/// What an empty field asks for has no room in it.
bool cutsItsHint(const QLineEdit& field) {
    if (!field.text().isEmpty() || field.placeholderText().isEmpty())
        return false;
    QStyleOptionFrame option;
    option.initFrom(&field);
    option.lineWidth = field.hasFrame() ? 1 : 0;
    const int room =
        field.style()->subElementRect(QStyle::SE_LineEditContents, &option, &field).width();
    return field.fontMetrics().horizontalAdvance(field.placeholderText()) > room;
}

bool isCut(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget); label != nullptr)
        return !label->text().isEmpty() &&
               (cutsAWord(*label) ||
                (label->wordWrap() ? label->heightForWidth(label->width()) > label->height() + 1
                                   : label->minimumSizeHint().width() > label->width() + 1));
    if (const auto* field = qobject_cast<const QLineEdit*>(&widget); field != nullptr)
        return cutsItsHint(*field);
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget); button != nullptr)
        return !button->text().isEmpty() && button->minimumSizeHint().width() > button->width() + 1;
    return false;
}

/// Two that a layout put over each other, as there was too little room.
QStringList crowded(const QWidget& parent) {
    QStringList found;
    if (parent.layout() == nullptr)
        return found;
    QList<const QWidget*> placed;
    const std::function<void(QLayout&)> collect = [&](QLayout& layout) {
        for (int i = 0; i < layout.count(); ++i) {
            QLayoutItem& item = *layout.itemAt(i);
            if (item.layout() != nullptr)
                collect(*item.layout());
            else if (item.widget() != nullptr && item.widget()->isVisible())
                placed << item.widget();
        }
    };
    collect(*parent.layout());
    constexpr int kUnseen = 1; // pixels, of an edge over the empty top of a line
    for (qsizetype i = 0; i < placed.size(); ++i)
        for (qsizetype other = i + 1; other < placed.size(); ++other)
            if (placed.at(i)->geometry().intersects(
                    placed.at(other)->geometry().adjusted(kUnseen, kUnseen, -kUnseen, -kUnseen)))
                found << named(*placed.at(i)) + QStringLiteral(" lies over ") +
                             named(*placed.at(other));
    return found;
}

/// A part of a dialog that stands beyond its edge, where no scrolling reaches it.
bool isBeyond(const QWidget& part, const QWidget& window) {
    if (qobject_cast<const QDialog*>(&window) == nullptr || part.isWindow() ||
        (qobject_cast<const QLabel*>(&part) == nullptr &&
         qobject_cast<const QAbstractButton*>(&part) == nullptr))
        return false;
    for (const QWidget* around = part.parentWidget(); around != &window;
         around = around->parentWidget())
        if (around == nullptr || qobject_cast<const QAbstractScrollArea*>(around) != nullptr)
            return false;
    return !window.rect().contains(QRect(part.mapTo(&window, QPoint()), part.size()));
}

/// A list has its columns side by side in sight, and two rows; a sheet has columns without end.
QString listFault(const QWidget& widget) {
    constexpr int kLeastRows = 2;
    const auto* list = qobject_cast<const QAbstractItemView*>(&widget);
    if (list == nullptr || list->model() == nullptr || list->model()->rowCount() == 0 ||
        list->objectName() == QLatin1String("leadsTable") ||
        list->inherits("leadsheet::desktop::SheetGridView"))
        return {};
    if (const int more = list->horizontalScrollBar()->maximum(); more > 0)
        return QStringLiteral(" hides %1 of its columns").arg(more);
    const int rows = std::min(kLeastRows, list->model()->rowCount());
    if (list->viewport()->height() < rows * list->sizeHintForRow(0))
        return QStringLiteral(" is %1 px high").arg(list->viewport()->height());
    return {};
}

} // namespace

void settle() {
    for (int i = 0; i < 6; ++i) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
    }
}

bool wantsScreenshots() {
    return !qEnvironmentVariableIsEmpty(kFolder);
}

void screenshot(QWidget& window, const QString& name) {
    if (!wantsScreenshots())
        return;
    const QString folder = qEnvironmentVariable(kFolder);
    QDir().mkpath(folder);
    window.grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png"), "PNG", kQuickly);
}

namespace {

QStringList complaintsNow(const QWidget& window) {
    QStringList found;
    QList<const QWidget*> all{&window};
    for (const QWidget* child : window.findChildren<QWidget*>())
        all << child;
    for (const QWidget* widget : std::as_const(all)) {
        if (!widget->isVisible() || isInternal(*widget))
            continue;
        if (isControl(*widget) && spokenName(*widget).isEmpty())
            found << named(*widget) + QStringLiteral(" has no accessible name");
        if (qobject_cast<const QComboBox*>(widget) != nullptr && !hasLabel(*widget))
            found << named(*widget) + QStringLiteral(" has no label that is read aloud");
        if (const QString fault = listFault(*widget); !fault.isEmpty())
            found << named(*widget) + fault;
        found << crowded(*widget);
        if (isCut(*widget))
            found << named(*widget) + QStringLiteral(" is cut");
        if (isBeyond(*widget, window))
            found << named(*widget) + QStringLiteral(" is beyond the edge");
    }
    return found << sharedNames(window) << mnemonicFaults(window);
}

} // namespace

QStringList complaints(const QWidget& window) {
    QStringList found;
    (void)QTest::qWaitFor(
        [&] {
            found = complaintsNow(window);
            return found.isEmpty();
        },
        kUntilFinalForm);
    return found;
}

} // namespace leadsheet::test
