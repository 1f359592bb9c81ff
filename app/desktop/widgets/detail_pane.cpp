// SPDX-License-Identifier: Apache-2.0
#include "detail_pane.hpp"

#include "facts_form.hpp"
#include "flow_layout.hpp"
#include "picture.hpp"
#include "scroll_area.hpp"

#include <QLabel>
#include <QVBoxLayout>

namespace leadsheet::desktop {

DetailPane::DetailPane(QLatin1String name, QWidget* parent, int leastWidth)
    : QFrame(parent) {
    setObjectName(name);
    setProperty("card", true);
    auto* content = new QWidget;
    column_ = new QVBoxLayout(content);
    column_->setContentsMargins(14, 12, 14, 12);
    column_->setSpacing(8);
    scroll_ = new PaneScroll(content, leastWidth);
    nothing_ = wrappingLabel({});
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    nothing_->setMinimumWidth(leastWidth);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(1, 1, 1, 1);
    all->addWidget(nothing_, 1);
    all->addWidget(scroll_, 1);
}

QLabel* DetailPane::addTitle(QLatin1String name) {
    QLabel* title = wrappingLabel({});
    title->setObjectName(name);
    title->setProperty("heading", 2);
    column_->addWidget(title);
    return title;
}

Picture* DetailPane::addState(QLatin1String name, QLabel*& words) {
    auto* picture = new Picture;
    words = wrappingLabel({});
    words->setObjectName(name);
    auto* line = new QHBoxLayout;
    line->addWidget(picture, 0, Qt::AlignTop);
    line->addWidget(words, 1);
    column_->addLayout(line);
    return picture;
}

void DetailPane::add(QWidget* widget) {
    column_->addWidget(widget);
}

void DetailPane::add(const QString& heading, QWidget* widget) {
    column_->addWidget(cardHeading(heading));
    column_->addWidget(widget);
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

} // namespace leadsheet::desktop
