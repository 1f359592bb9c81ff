// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet_grid_model.hpp"

#include "../bridge/background.hpp"

#include <QTableView>

namespace leadsheet::desktop {

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

} // namespace leadsheet::desktop
