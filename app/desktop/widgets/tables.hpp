// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHeaderView>
#include <QLabel>
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

/// Titles of columns that sort: pressed once a column ascends, then it descends, then the list
/// stands as it came. By keyboard: Tab comes here before the table, the arrow keys, Home and End go
/// from title to title, Return and Space press one.
class SortHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit SortHeader(QWidget* parent = nullptr);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const override;
    void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void paintArrow(QPainter& painter, const QRect& rect) const;
    void goTo(int visual);
    void goOn(int step);
    void press();
    /// Tells assistive technology where the keyboard is.
    void say();

    int at_ = 0; ///< the title that keys press, as the model counts columns
};

/// Gives a table such titles; its model is as it came until one of them is pressed. To be called
/// before anything else that looks at its titles.
SortHeader* makeSortable(QTableView& table);

/// Says under a table what the current row holds in one of its columns, where the column is too
/// narrow for it: by mouse a hint shows it, and this does for everybody else. Can be copied by
/// mouse and by keyboard. Takes no room while there is nothing to say.
class WholeText : public QLabel {
    Q_OBJECT

public:
    /// The view has its model already.
    WholeText(QTableView& table, int column, const char* name, QWidget* parent = nullptr);

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    void refresh();

    QTableView& table_;
    int column_;
};

} // namespace leadsheet::desktop
