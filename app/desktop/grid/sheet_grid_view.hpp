// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"
#include "../theme/icons.hpp"
#include "sheet_grid_model.hpp"

#include "leadsheet/app/problem.hpp"

#include <QFrame>
#include <QHeaderView>
#include <QLatin1String>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTableView>

#include <optional>
#include <vector>

class QLabel;
class QLineEdit;

namespace leadsheet::desktop {

/// How a problem looks in cells and beside row numbers.
struct ProblemSign {
    Tone tone;
    QLatin1String icon;
};

inline ProblemSign signOf(app::ProblemLevel level) {
    switch (level) {
    case app::ProblemLevel::Blocks:
        return {Tone::Bad, QLatin1String("error")};
    case app::ProblemLevel::Odd:
        return {Tone::Warn, QLatin1String("warning")};
    case app::ProblemLevel::Info:
        break;
    }
    return {Tone::Info, QLatin1String("info")};
}

/// The row numbers of a sheet grid. A row with a problem carries the sign of its worst one beside
/// its number, so that it is seen when the cell itself is scrolled away.
class RowNumbers : public QHeaderView {
    Q_OBJECT

public:
    explicit RowNumbers(QWidget* parent = nullptr);

    /// The room that the widest number and a sign take, in pixels.
    static int widthFor(const QFontMetrics& metrics, qsizetype digits);

protected:
    void paintSection(QPainter* painter, const QRect& place, int row) const override;
};

/// The scroll bar beside the rows of a sheet, with a mark wherever rows have problems, in the
/// colour of the worst one there. It adds nothing to what the row numbers and the list of problems
/// say.
class ProblemScrollBar : public QScrollBar {
    Q_OBJECT

public:
    using Level = std::optional<app::ProblemLevel>;

    explicit ProblemScrollBar(const SheetGridModel& model, QWidget* parent = nullptr);

    /// The worst problem in each of `parts` equal parts of the shown rows. Looks at every marked
    /// problem once and reads `parts` rows at most.
    static std::vector<Level> worstOfParts(const SheetGridModel& model, int parts);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void forget();

    const SheetGridModel& model_;
    std::vector<Level> parts_; ///< from the top; empty = not looked at yet
};

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
