// SPDX-License-Identifier: Apache-2.0
#include "list_filters.hpp"

#include "buttons.hpp"
#include "flow_layout.hpp"

#include <QButtonGroup>
#include <QEvent>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kSearchCharacters = 36;

} // namespace

ListFilters::ListFilters(const QString& label, QLatin1String name, QWidget* parent)
    : QWidget(parent)
    , flow_(new FlowLayout(this))
    , choices_(new QButtonGroup(this))
    , search_(new QLineEdit) {
    search_->setObjectName(name);
    search_->setAccessibleName(label);
    search_->setPlaceholderText(label);
    fit();
    flow_->addWidget(search_);
    // Not the click: assistive technology toggles a chip without one.
    connect(choices_, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (on)
            emit changed();
    });
    connect(search_, &QLineEdit::returnPressed, this, &ListFilters::changed);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& typed) {
        if (typed.isEmpty())
            emit changed();
    });
}

void ListFilters::fit() {
    const int words =
        search_->fontMetrics().horizontalAdvance(search_->placeholderText() + QStringLiteral("nn"));
    search_->setMinimumWidth(
        std::max(words, search_->fontMetrics().averageCharWidth() * kSearchCharacters));
}

void ListFilters::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

void ListFilters::addChoice(int id, const QString& label, const QString& name,
                            const QIcon& picture) {
    QPushButton* chip = addChip(flow_, choices_, id, label, name, picture);
    flow_->removeWidget(search_);
    flow_->addWidget(search_);
    if (choices_->buttons().size() == 1) {
        const QSignalBlocker quiet(choices_);
        chip->setChecked(true);
    }
}

int ListFilters::chosen() const {
    return choices_->checkedId();
}

QAbstractButton* ListFilters::choice(int id) const {
    return choices_->button(id);
}

QString ListFilters::searched() const {
    return search_->text().trimmed();
}

void ListFilters::search(const QString& text) {
    search_->setText(text);
    if (!text.isEmpty())
        emit changed();
}

void ListFilters::find() {
    search_->setFocus();
    search_->selectAll();
}

} // namespace leadsheet::desktop
