// SPDX-License-Identifier: Apache-2.0
#include "facts_form.hpp"

#include "picture.hpp"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QString>

namespace leadsheet::desktop {

QLabel* wrappingLabel(const QString& words) {
    auto* label = new QLabel(words);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QLabel* cardHeading(const QString& words) {
    auto* label = new QLabel(words);
    label->setProperty("heading", 2);
    return label;
}

QWidget* warningLine(QLabel* words) {
    QFont bold = words->font();
    bold.setBold(true);
    words->setFont(bold);
    auto* widget = new QWidget;
    auto* line = new QHBoxLayout(widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    line->addWidget(new Picture(QLatin1String("warning"), Tone::Warn), 0, Qt::AlignTop);
    line->addWidget(words, 1);
    return widget;
}

QFormLayout* freshFacts(QWidget* widget) {
    delete widget->layout();
    qDeleteAll(widget->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* form = new QFormLayout(widget);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(4);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    return form;
}

void addFact(QFormLayout* form, const QString& name, const QString& value) {
    auto* label = new QLabel(name);
    label->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(label, wrappingLabel(value));
}

} // namespace leadsheet::desktop
