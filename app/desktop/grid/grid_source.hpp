// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_spool.hpp"
#include "leadsheet/app/sheet_edits.hpp"

#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace leadsheet::desktop {

/// What a grid reads its cells from: rows and the corrections over them. Copies share both, and may
/// be read in any thread.
struct GridSource {
    std::shared_ptr<const app::RowSpool> rows;
    std::shared_ptr<const app::SheetEdits> edits; ///< null = none
    std::size_t tab = 0;

    const std::string* edited(std::uint32_t row, std::uint32_t column) const {
        return edits == nullptr ? nullptr : edits->find({tab, row, column});
    }
    /// What the person sees in the cell.
    QString text(const app::SpooledRow& row, std::uint32_t column) const;
};

/// A cell by the numbers that a person sees; the column counts from 0.
struct GridCell {
    std::uint32_t row = 0;
    std::uint32_t column = 0;

    friend auto operator<=>(const GridCell&, const GridCell&) = default;
};

/// The next cell after `from` whose text contains `text` in any case, going round at the end; among
/// `only` when it is given (row numbers, ascending). Absent when there is none, or when stopped.
std::optional<GridCell> findText(const GridSource& source, const QString& text, GridCell from,
                                 bool forward, const std::vector<std::uint32_t>* only,
                                 const std::stop_token& stop);

/// Numbers of the rows from `firstRow` on whose cell reads `what`, blanks around it aside.
std::vector<std::uint32_t> rowsReading(const GridSource& source, std::uint32_t column,
                                       std::uint32_t firstRow, const QString& what,
                                       const std::stop_token& stop);

/// A rectangle of cells to copy; rows are indexes into `numbers` when that is given, else into the
/// rows.
struct CopyRange {
    std::uint64_t firstRow = 0;
    std::uint64_t lastRow = 0;
    std::uint32_t firstColumn = 0;
    std::uint32_t lastColumn = 0;
};

/// The cells as spreadsheets paste them: tabs between columns, a line for each row. Rows and
/// columns from the first to the last that is in a range; what lies between ranges is empty.
QString copiedText(const GridSource& source, const std::vector<CopyRange>& ranges,
                   const std::vector<std::uint32_t>* numbers, const std::stop_token& stop);

} // namespace leadsheet::desktop
