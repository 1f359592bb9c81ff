// SPDX-License-Identifier: Apache-2.0
#include "column_widths.hpp"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kPadding = 14; // of a cell, both sides, and a pixel for rounding
constexpr int kIconGap = 8;
constexpr int kRowPadding = 14;

} // namespace

QList<ColumnContent> columnsOf(const QList<int>& characters) {
    QList<ColumnContent> columns;
    for (const int count : characters)
        columns << ColumnContent{{QString(count, QLatin1Char('n'))}};
    return columns;
}

ColumnWidths::ColumnWidths(QTableView* table, QList<ColumnContent> contents)
    : QObject(table)
    , view_(table)
    , header_(table->horizontalHeader())
    , contents_(std::move(contents)) {
    start();
}

ColumnWidths::ColumnWidths(QTreeView* tree, QList<ColumnContent> contents)
    : QObject(tree)
    , view_(tree)
    , header_(tree->header())
    , contents_(std::move(contents)) {
    start();
}

void ColumnWidths::start() {
    header_->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view_->installEventFilter(this);
    header_->installEventFilter(this); // it learns of the text size after its view
    apply();
}

bool ColumnWidths::eventFilter(QObject* watched, QEvent* event) {
    // What a title needs is known once the style has heard of the text size, too.
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &ColumnWidths::apply, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

int ColumnWidths::widthOf(int column) const {
    const QFontMetrics metrics = view_->fontMetrics();
    const ColumnContent& content = contents_.at(column);
    int widest = 0;
    for (const QString& text : content.texts)
        widest = std::max(widest, metrics.horizontalAdvance(text));
    return widest + kPadding + (content.icon ? metrics.height() + kIconGap : 0);
}

void ColumnWidths::apply() {
    auto* tree = qobject_cast<QTreeView*>(view_);
    for (int column = 0; column < contents_.size(); ++column) {
        const bool measured = !contents_.at(column).texts.isEmpty();
        if (measured)
            header_->resizeSection(column,
                                   std::max(widthOf(column), header_->sectionSizeHint(column)));
        else if (tree != nullptr)
            tree->resizeColumnToContents(column);
    }
    if (auto* table = qobject_cast<QTableView*>(view_))
        table->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() + kRowPadding);
    emit applied();
}

} // namespace leadsheet::desktop
