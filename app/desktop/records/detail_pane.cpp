// SPDX-License-Identifier: Apache-2.0
#include "detail_pane.hpp"

#include "../widgets/parts.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>

namespace leadsheet::desktop {
namespace {

constexpr int kLeastPanelWidth = 310;

} // namespace

DetailPane::DetailPane(const char* name, QWidget* parent, int leastWidth)
    : QFrame(parent) {
    setObjectName(QLatin1String(name));
    setProperty("card", true);
    auto* content = new QWidget;
    column_ = columnIn(content, 8, {14, 12, 14, 12});
    scroll_ = new PaneScroll(content, leastWidth);
    nothing_ = wrappingLabel({});
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    nothing_->setMinimumWidth(leastWidth);
    nothing_->setContentsMargins(column_->contentsMargins());
    auto* all = columnIn(this, -1, {1, 1, 1, 1});
    all->addWidget(nothing_, 1);
    all->addWidget(scroll_, 1);
}

QLabel* DetailPane::addTitle(const char* name) {
    QLabel* title = wrappingLabel({});
    title->setObjectName(QLatin1String(name));
    title->setProperty("heading", 2);
    column_->addWidget(title);
    return title;
}

void DetailPane::addState(const char* name) {
    picture_ = new Picture;
    state_ = named(wrappingLabel({}), name);
    auto* line = new QHBoxLayout;
    line->addWidget(picture_, 0, Qt::AlignTop);
    line->addWidget(state_, 1);
    column_->addLayout(line);
}

void DetailPane::showState(const Look& look, const QString& words) {
    picture_->show(look.icon, look.tone);
    state_->setText(words);
}

void DetailPane::add(QWidget* widget) {
    column_->addWidget(widget);
}

void DetailPane::add(const QString& heading, QWidget* widget) {
    addAll(column_, {cardHeading(heading), widget});
}

QWidget* DetailPane::addSection(const QString& heading) {
    auto* section = new QWidget;
    add(heading, section);
    return section;
}

QLayout* DetailPane::addButtons() {
    auto* buttons = new QWidget;
    column_->addWidget(buttons);
    return new FlowLayout(buttons);
}

void DetailPane::finish() {
    column_->addStretch(1);
}

void DetailPane::showEmpty(const QString& why) {
    nothing_->setText(why);
    nothing_->show();
    scroll_->hide();
}

void DetailPane::showColumn() {
    nothing_->hide();
    scroll_->show();
}

SidePanel::SidePanel(const char* name) {
    setObjectName(QLatin1String(name));
    setProperty("card", true);
}

void SidePanel::setContent(QWidget* content, QWidget* foot) {
    auto* all = columnIn(this, 0, {1, 1, 1, 1});
    all->addWidget(new PaneScroll(content, kLeastPanelWidth), 1);
    all->addWidget(foot);
    foot->setContentsMargins(14, 8, 14, 12);
    foot->setAutoFillBackground(true); // as what scrolls above it
}

void SidePanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        QFrame::keyPressEvent(event);
}

void showBeside(QWidget& pane, bool shown, QWidget& list) {
    const bool inside = pane.isAncestorOf(QApplication::focusWidget());
    if (!shown && inside)
        list.setFocus(Qt::OtherFocusReason);
    pane.setVisible(shown);
}

} // namespace leadsheet::desktop
