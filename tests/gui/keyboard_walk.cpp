// SPDX-License-Identifier: Apache-2.0
#include "keyboard_walk.hpp"

#include "shell/help.hpp"

#include <QAbstractButton>
#include <QApplication>
#include <QButtonGroup>
#include <QDateTimeEdit>
#include <QKeySequence>
#include <QLabel>
#include <QTabBar>
#include <QtTest/qtestkeyboard.h> // for widgets: the precompiled header knows none
#include <QtTest>
#include <QtTestGui>

#include <algorithm>
#include <map>
#include <vector>

namespace leadsheet::test {
namespace {

constexpr int kMaxSteps = 300;

QString shortName(const QWidget& widget) {
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    return QStringLiteral("%1 '%2%3'")
        .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
             button != nullptr ? QLatin1Char(' ') + button->text() : QString());
}

/// What Tab must reach: of buttons that exclude each other only the one that is chosen, since the
/// arrow keys go on from there.
bool isStop(const QWidget& widget) {
    if ((widget.focusPolicy() & Qt::TabFocus) != Qt::TabFocus || !widget.isVisible() ||
        !widget.isEnabled() || widget.focusProxy() != nullptr)
        return false;
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    if (button == nullptr || button->isChecked() || !button->isCheckable())
        return true;
    return !button->autoExclusive() &&
           (button->group() == nullptr || !button->group()->exclusive());
}

QRect placeOf(const QWidget& widget, const QWidget& window) {
    return {widget.mapTo(&window, QPoint()), widget.size()};
}

bool isAgainstReading(const QRect& from, const QRect& to) {
    const bool above = to.bottom() <= from.top();
    const bool beside = !above && to.top() < from.bottom();
    return (above && to.left() < from.right()) || (beside && to.right() <= from.left());
}

/// What is seen of a control, with what may be drawn around it.
QImage lookOf(QWidget& window, const QWidget& control) {
    constexpr int kAround = 3;
    return window.grab(placeOf(control, window).adjusted(-kAround, -kAround, kAround, kAround))
        .toImage();
}

/// The controls in the order of the key; those that look the same with the focus and without it
/// are added to `unseen`.
QList<QWidget*> walk(Qt::Key key, QWidget& window, QStringList* unseen = nullptr) {
    QList<QWidget*> reached{QApplication::focusWidget()};
    for (int i = 0; i < kMaxSteps; ++i) {
        QWidget* at = QApplication::focusWidget();
        if (at == nullptr)
            break;
        const QImage before = unseen != nullptr ? lookOf(window, *at) : QImage();
        QTest::keyClick(at, key, key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
        QWidget* next = QApplication::focusWidget();
        // Day, month and year are stops of their own.
        if (next == at && qobject_cast<const QDateTimeEdit*>(at) != nullptr)
            continue;
        if (unseen != nullptr && next != at && lookOf(window, *at) == before)
            *unseen << shortName(*at) + QStringLiteral(" does not show that it has the focus");
        if (next == nullptr || next == at || reached.contains(next))
            break;
        reached << next;
    }
    return reached;
}

} // namespace

QStringList tabFaults(QWidget& window) {
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window, 60'000))
        return {QStringLiteral("The window does not become active.")};
    QList<QWidget*> wanted;
    for (QWidget* child : window.findChildren<QWidget*>())
        if (child->window() == &window && isStop(*child))
            wanted << child;
    QStringList found;
    if (wanted.isEmpty())
        return found;
    wanted.first()->setFocus(Qt::TabFocusReason);
    const QList<QWidget*> forward = walk(Qt::Key_Tab, window, &found);
    for (const QWidget* control : std::as_const(wanted))
        if (!forward.contains(control))
            found << shortName(*control) + QStringLiteral(" is not reached with Tab");
    for (qsizetype i = 1; i < forward.size(); ++i)
        if (isAgainstReading(placeOf(*forward.at(i - 1), window), placeOf(*forward.at(i), window)))
            found << QStringLiteral("Tab goes back from %1 to %2")
                         .arg(shortName(*forward.at(i - 1)), shortName(*forward.at(i)));
    // Where the round begins anew it must go back once.
    const auto backSteps = found.filter(QStringLiteral("Tab goes back"));
    if (backSteps.size() == 1)
        found.removeAll(backSteps.first());
    if (walk(Qt::Key_Backtab, window).size() != forward.size())
        found << QStringLiteral("Shift+Tab does not come as far as Tab");
    return found;
}

namespace {

constexpr std::size_t kMostTips = 25; // beyond that the alphabet may be used up

bool isPressable(const QAbstractButton& button, const QWidget& window) {
    return button.isVisible() && button.isEnabled() && !button.text().isEmpty() &&
           button.window() == &window && button.focusPolicy() != Qt::NoFocus &&
           QKeySequence::mnemonic(button.text()).isEmpty();
}

} // namespace

QStringList mnemonicFaults(const QWidget& window) {
    QStringList found;
    std::map<QString, const QWidget*> taken;
    const auto add = [&](const QWidget& control, const QString& text) {
        const QString key = QKeySequence::mnemonic(text).toString();
        if (key.isEmpty())
            return;
        const auto [other, isNew] = taken.emplace(key, &control);
        if (!isNew)
            found << QStringLiteral("%1 and %2 both answer to %3")
                         .arg(shortName(*other->second), shortName(control), key);
    };
    for (const QWidget* child : window.findChildren<QWidget*>()) {
        if (!child->isVisible() || child->window() != &window)
            continue;
        if (const auto* button = qobject_cast<const QAbstractButton*>(child))
            add(*button, button->text());
        else if (const auto* label = qobject_cast<const QLabel*>(child);
                 label != nullptr && label->buddy() != nullptr)
            add(*label, label->text());
        else if (const auto* bar = qobject_cast<const QTabBar*>(child))
            for (int i = 0; i < bar->count(); ++i)
                add(*bar, bar->tabText(i));
    }
    const std::vector<desktop::KeyTip> tips = desktop::keyTipsOf(window);
    for (const desktop::KeyTip& tip : tips)
        add(*tip.control, QLatin1Char('&') + QString(tip.letter));
    for (const auto* button : window.findChildren<QAbstractButton*>())
        if (isPressable(*button, window) && tips.size() < kMostTips &&
            std::none_of(tips.begin(), tips.end(),
                         [&](const auto& tip) { return tip.control == button; }))
            found << QStringLiteral("%1 has no letter").arg(shortName(*button));
    return found;
}

} // namespace leadsheet::test
