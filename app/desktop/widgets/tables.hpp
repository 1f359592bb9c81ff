// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHeaderView>
#include <QLabel>
#include <QList>
#include <QObject>
#include <QStringList>
#include <QStyledItemDelegate>

class QAbstractItemView;
class QTableView;
class QTreeView;

namespace leadsheet::desktop {

/// What a column shows without cutting it: the widest of some texts, beside an icon or not. Without
/// texts a table's column is left alone, and a tree's is as wide as what is in it, which is for
/// short lists.
struct ColumnContent {
    QStringList texts;
    bool icon = false;
    /// Where the view is too narrow for all of its columns, this one is cut down to so much text,
    /// and to its title at least. Empty = it is never cut. What a wide view has left goes to the
    /// last of these columns.
    QString least = {};
    /// Left out where even that is too much, unless 0: the highest first, of equal ones the last,
    /// as far as it does not fit into what an earlier one leaves free. What it says must be found
    /// elsewhere as well.
    int spare = 0;
};

/// A text of about so many characters, to be measured.
QString letters(int count);

/// Widths of a view's columns by what they are to hold, so that they grow with the text, and never
/// less than the column's title needs. Where columns may be cut, they follow the width of the view.
/// Belongs to the view; what a person drags holds until the text size changes.
class ColumnWidths : public QObject {
    Q_OBJECT

public:
    /// What a view does that is too narrow: columns that may be cut are, until all are in sight; or
    /// it scrolls, and only the one that would lie across its edge is, if it may be cut so far.
    enum class Narrow { CutsAll, CutsAtTheEdge };

    ColumnWidths(QTableView* table, QList<ColumnContent> contents, Narrow narrow = Narrow::CutsAll);
    ColumnWidths(QTreeView* tree, QList<ColumnContent> contents);

    /// To be called when a tree has other contents.
    void apply();
    /// When a column holds other texts than it was made for.
    void setContent(int column, ColumnContent content);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// Widths and heights are those of the text size now.
    void applied();

private:
    /// What a column is given, in pixels.
    struct Room {
        int least;
        int whole;
    };

    void start();
    int widthOf(int column, const QStringList& texts) const;
    void measure();
    /// Gives columns that may be cut what there is.
    void fit();
    void cutAtTheEdge(int there);

    QAbstractItemView* view_;
    QHeaderView* header_;
    QObject* viewport_ = nullptr;
    QList<ColumnContent> contents_;
    Narrow narrow_ = Narrow::CutsAll;
    bool elastic_ = false;
    QList<Room> rooms_;
    bool fitting_ = false;
    bool pressed_ = false; ///< a person holds a title, or an edge of it
    bool dragged_ = false;
};

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
    WholeText(QTableView& table, int column, const char* name);

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
