// SPDX-License-Identifier: Apache-2.0
#include "whole_text.hpp"

#include <QHeaderView>
#include <QTableView>

namespace leadsheet::desktop {
namespace {

constexpr int kInsets = 12; // of a cell, both sides

} // namespace

WholeText::WholeText(QTableView& table, int column, const char* name, QWidget* parent)
    : QLabel(parent)
    , table_(table)
    , column_(column) {
    setObjectName(QLatin1String(name));
    setWordWrap(true);
    setMinimumWidth(1); // a long address in it does not widen the window
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    hide();
    const QAbstractItemModel* model = table.model();
    connect(table.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &WholeText::refresh);
    connect(model, &QAbstractItemModel::dataChanged, this, &WholeText::refresh);
    connect(model, &QAbstractItemModel::modelReset, this, &WholeText::refresh);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &WholeText::refresh);
    connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, &WholeText::refresh);
}

void WholeText::refresh() {
    const QModelIndex current = table_.currentIndex();
    const QString words =
        current.isValid() ? current.siblingAtColumn(column_).data().toString() : QString();
    const bool cut =
        table_.fontMetrics().horizontalAdvance(words) + kInsets > table_.columnWidth(column_);
    setText(words);
    setVisible(cut && !words.isEmpty());
}

} // namespace leadsheet::desktop
