// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>
#include <QStringList>

class QAbstractItemView;
class QHeaderView;
class QTableView;
class QTreeView;

namespace leadsheet::desktop {

/// What a column shows without cutting it: the widest of some texts, beside an icon or not. Without
/// texts a table's column is left alone, and a tree's is as wide as what is in it, which is for
/// short lists.
struct ColumnContent {
    QStringList texts;
    bool icon = false;
};

/// Columns of about so many characters each.
QList<ColumnContent> columnsOf(const QList<int>& characters);

/// Widths of a view's columns by what they are to hold, so that they grow with the text, and never
/// less than the column's title needs. Belongs to the view; what a person drags holds until the
/// text size changes.
class ColumnWidths : public QObject {
    Q_OBJECT

public:
    ColumnWidths(QTableView* table, QList<ColumnContent> contents);
    ColumnWidths(QTreeView* tree, QList<ColumnContent> contents);

    /// To be called when a tree has other contents.
    void apply();

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// Widths and heights are those of the text size now.
    void applied();

private:
    void start();
    int widthOf(int column) const;

    QAbstractItemView* view_;
    QHeaderView* header_;
    QList<ColumnContent> contents_;
};

} // namespace leadsheet::desktop
