// SPDX-License-Identifier: Apache-2.0
#include "parts.hpp"

#include "../theme/icons.hpp"
#include "picture.hpp"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kUnbroken = 40; // characters that are never broken

void fill(QLayout& layout, int spacing) {
    layout.setContentsMargins(0, 0, 0, 0);
    if (spacing >= 0)
        layout.setSpacing(spacing);
}

/// Plain text, never read as HTML, that wraps and can be selected.
void makePlain(QLabel& label) {
    label.setTextFormat(Qt::PlainText);
    label.setWordWrap(true);
    label.setTextInteractionFlags(Qt::TextSelectableByMouse);
}

/// Keeps room for its longest word, whatever the text size: an id has no place where it could be
/// broken.
class FactLabel : public QLabel {
public:
    explicit FactLabel(const QString& words)
        : QLabel(words) {
        makePlain(*this);
        fit();
    }

protected:
    void changeEvent(QEvent* event) override {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::FontChange)
            fit();
    }

private:
    void fit() {
        int longest = 0;
        for (const QString& word : text().split(QLatin1Char(' ')))
            if (word.size() <= kUnbroken)
                longest = std::max(longest, fontMetrics().horizontalAdvance(word));
        setMinimumWidth(longest + 1);
    }
};

} // namespace

QVBoxLayout* columnIn(QWidget* widget, int spacing) {
    auto* column = new QVBoxLayout(widget);
    fill(*column, spacing);
    return column;
}

QHBoxLayout* rowIn(QWidget* widget, int spacing) {
    auto* row = new QHBoxLayout(widget);
    fill(*row, spacing);
    return row;
}

QLabel* quietLabel(const char* name) {
    auto* label = named(new QLabel, name);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QPushButton* addButton(QLayout* row, const QString& label, const char* name, const char* picture) {
    auto* button = named(new QPushButton(icon(QLatin1String(picture)), label), name);
    button->setAutoDefault(true);
    row->addWidget(button);
    return button;
}

QPushButton* primaryButton(const QString& label, const char* name) {
    auto* button = named(new QPushButton(label), name);
    button->setProperty("primary", true);
    button->setAutoDefault(true);
    return button;
}

QHBoxLayout* buttonRow(std::initializer_list<QPushButton*> buttons) {
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* button : buttons) {
        button->setAutoDefault(true);
        row->addWidget(button);
    }
    return row;
}

QPushButton* addChip(QLayout* row, QButtonGroup* choices, int id, const QString& label,
                     const QString& name, const QIcon& picture) {
    auto* chip = new QPushButton(picture, label);
    chip->setCheckable(true);
    chip->setProperty("chip", true);
    chip->setObjectName(name);
    choices->addButton(chip, id);
    row->addWidget(chip);
    return chip;
}

QLabel* wrappingLabel(const QString& words) {
    auto* label = new QLabel(words);
    makePlain(*label);
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
    auto* line = rowIn(widget, 4);
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
    label->setAlignment(Qt::AlignLeading | Qt::AlignTop); // beside the first of several lines
    form->addRow(label, new FactLabel(value));
}

} // namespace leadsheet::desktop
