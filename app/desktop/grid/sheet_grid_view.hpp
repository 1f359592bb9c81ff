// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "sheet_grid_model.hpp"

#include <QFrame>
#include <QStyledItemDelegate>
#include <QTableView>

class QLabel;
class QLineEdit;

namespace leadsheet::desktop {

/// Draws the cells of a SheetGridModel: problems with a colour and an icon, corrected cells with a
/// corner, the header row bold, rows that are not data quietly.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
};

/// A table over a SheetGridModel for any number of rows: every row has the same height, columns are
/// as wide as the first rows need, and nothing ever looks at all cells.
class SheetGridView : public QTableView {
    Q_OBJECT

public:
    explicit SheetGridView(SheetGridModel& model, QWidget* parent = nullptr);

    SheetGridModel& grid() const { return model_; }

    /// Widths for what is there now; call it once the first rows are in.
    void fitColumns();
    void goTo(GridCell cell);
    GridCell currentCell() const;
    /// Numbers of the rows with a selected cell, as ascending ranges.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> selectedRows() const;
    /// What is selected, for copying.
    std::vector<CopyRange> selectedRanges() const;
    /// Copies as spreadsheets do; large selections in the background.
    void copySelection();

signals:
    void copied(qsizetype rows);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setHeights();
    void setNumberWidth();

    SheetGridModel& model_;
    Background copying_;
};

/// Ctrl+F over a grid: finds texts in all rows, also those that are not on the screen, without
/// holding up the window.
class FindBar : public QFrame {
    Q_OBJECT

public:
    explicit FindBar(SheetGridView& view, QWidget* parent = nullptr);

    /// Shows the bar and puts the cursor into it.
    void open();
    void find(bool forward);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void shut();

    SheetGridView& view_;
    QLineEdit* text_;
    QLabel* result_;
    Background searching_;
};

} // namespace leadsheet::desktop
