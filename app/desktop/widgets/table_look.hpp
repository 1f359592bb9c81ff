// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyledItemDelegate>

class QTableView;

namespace leadsheet::desktop {

/// Draws the cells of lists: as far from the edge as the titles above them, with icons as high as
/// the text, and with a frame around the cell that has the focus, where the style would lay a veil
/// over its text.
class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

/// The look of the window's lists of records: whole rows, no grid, no row numbers. Rows are chosen
/// one at a time, and Tab leaves the table.
void applyTableLook(QTableView& table);

/// A table shows so many rows whole, however large the text and whatever else wants the room.
void keepRowsVisible(QTableView& table, int rows);

/// For headerData() of models: numbers stand at the right, and so do the titles above them.
inline constexpr int kNumberAlignment = int(Qt::AlignRight | Qt::AlignVCenter);

} // namespace leadsheet::desktop
