// SPDX-License-Identifier: Apache-2.0
#include "find_bar.hpp"

#include "../theme/icons.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace leadsheet::desktop {

FindBar::FindBar(SheetGridView& view, QWidget* parent)
    : QFrame(parent)
    , view_(view)
    , text_(new QLineEdit(this))
    , result_(new QLabel(this)) {
    setObjectName(QStringLiteral("findBar"));
    auto* label = new QLabel(tr("&Find:"), this);
    label->setBuddy(text_);
    text_->setAccessibleName(tr("Text to find"));
    text_->setMinimumWidth(200);
    auto* previous = new QPushButton(tr("Find Previous"), this);
    auto* next = new QPushButton(tr("Find Next"), this);
    auto* close = new QToolButton(this);
    close->setIcon(icon(QLatin1String("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close the search"));
    close->setToolTip(tr("Close the search (Esc)"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 4);
    layout->addWidget(label);
    layout->addWidget(text_);
    layout->addWidget(previous);
    layout->addWidget(next);
    layout->addWidget(result_, 1);
    layout->addWidget(close);
    connect(text_, &QLineEdit::returnPressed, this, [this] { find(true); });
    connect(next, &QPushButton::clicked, this, [this] { find(true); });
    connect(previous, &QPushButton::clicked, this, [this] { find(false); });
    connect(close, &QToolButton::clicked, this, &FindBar::shut);
    hide();
}

void FindBar::open() {
    show();
    text_->setFocus(Qt::ShortcutFocusReason);
    text_->selectAll();
}

void FindBar::shut() {
    searching_.cancel();
    result_->clear();
    hide();
    view_.setFocus(Qt::OtherFocusReason);
}

void FindBar::find(bool forward) {
    if (text_->text().isEmpty() || !view_.grid().source().rows)
        return;
    searching_.cancel();
    result_->setText(tr("Searching…"));
    searching_.run(
        [source = view_.grid().source(), text = text_->text(), from = view_.currentCell(), forward,
         only = view_.grid().filter()](const std::stop_token& stop) {
            return findText(source, text, from, forward, only.get(), stop);
        },
        [this](const std::optional<GridCell>& cell) {
            if (!cell) {
                result_->setText(tr("Not found."));
                return;
            }
            view_.goTo(*cell);
            result_->setText(tr("Row %1, column %2")
                                 .arg(cell->row)
                                 .arg(QString::fromStdString(app::columnLetter(cell->column))));
        });
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        shut();
    else
        QFrame::keyPressEvent(event);
}

} // namespace leadsheet::desktop
