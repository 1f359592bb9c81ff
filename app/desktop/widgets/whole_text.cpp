// SPDX-License-Identifier: Apache-2.0
#include "whole_text.hpp"

#include <QHeaderView>
#include <QResizeEvent>
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
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFocusPolicy(Qt::StrongFocus);
    hide();
    const QAbstractItemModel* model = table.model();
    connect(table.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &WholeText::refresh);
    connect(model, &QAbstractItemModel::dataChanged, this, &WholeText::refresh);
    connect(model, &QAbstractItemModel::modelReset, this, &WholeText::refresh);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &WholeText::refresh);
    connect(model, &QAbstractItemModel::layoutChanged, this, &WholeText::refresh);
    connect(table.horizontalHeader(), &QHeaderView::sectionResized, this, &WholeText::refresh);
    table.viewport()->installEventFilter(this);
}

bool WholeText::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == table_.viewport()) {
        // The row that is said here stays in sight where the words take room from the table.
        const int before = static_cast<QResizeEvent*>(event)->oldSize().height();
        const QRect row = table_.visualRect(table_.currentIndex());
        if (row.isValid() && row.top() < before && row.bottom() >= table_.viewport()->height())
            QMetaObject::invokeMethod(
                &table_, [this] { table_.scrollTo(table_.currentIndex()); }, Qt::QueuedConnection);
    }
    return QLabel::eventFilter(watched, event);
}

void WholeText::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    // Columns that keep their width have room for other words now.
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &WholeText::refresh, Qt::QueuedConnection);
}

void WholeText::focusInEvent(QFocusEvent* event) {
    QLabel::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        setSelection(0, static_cast<int>(text().size())); // which also shows where the focus is
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
