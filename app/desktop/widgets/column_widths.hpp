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
    /// Where the view is too narrow for all of its columns, this one is cut down to so much text,
    /// and to its title at least. Empty = it is never cut. What a wide view has left goes to the
    /// last of these columns.
    QString least = {};
    /// Left out where even that is too much; the last of them first. What it says must be found
    /// elsewhere as well.
    bool spare = false;
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

} // namespace leadsheet::desktop
