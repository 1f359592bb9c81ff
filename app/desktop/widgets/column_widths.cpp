// SPDX-License-Identifier: Apache-2.0
#include "column_widths.hpp"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

namespace leadsheet::desktop {
namespace {

constexpr int kPadding = 12; // of a header section, both sides
constexpr int kRowPadding = 14;

} // namespace

ColumnWidths::ColumnWidths(QTableView* table, QList<int> characters)
    : QObject(table)
    , table_(table)
    , characters_(std::move(characters)) {
    table->installEventFilter(this);
    apply();
}

bool ColumnWidths::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FontChange)
        apply();
    return QObject::eventFilter(watched, event);
}

void ColumnWidths::apply() {
    const QFontMetrics metrics = table_->fontMetrics();
    for (int column = 0; column < characters_.size(); ++column)
        table_->setColumnWidth(column,
                               metrics.averageCharWidth() * characters_.at(column) + kPadding);
    table_->verticalHeader()->setDefaultSectionSize(metrics.height() + kRowPadding);
}

} // namespace leadsheet::desktop
