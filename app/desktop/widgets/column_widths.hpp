// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>

class QAbstractItemView;
class QHeaderView;
class QTableView;
class QTreeView;

namespace leadsheet::desktop {

/// Widths of a view's columns in characters, so that they grow with the text, and never less than
/// the column's title needs. Belongs to the view; what a person drags holds until the text size
/// changes.
class ColumnWidths : public QObject {
    Q_OBJECT

public:
    ColumnWidths(QTableView* table, QList<int> characters);
    /// 0 characters: as wide as what is in the column, which is for short lists.
    ColumnWidths(QTreeView* tree, QList<int> characters);

    /// To be called when a tree has other contents.
    void apply();

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// Widths and heights are those of the text size now.
    void applied();

private:
    void start();

    QAbstractItemView* view_;
    QHeaderView* header_;
    QList<int> characters_;
};

} // namespace leadsheet::desktop
