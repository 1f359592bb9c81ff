// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/byte_stream.hpp"

#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// Gives every cell of a merged range the value of the range's first cell (MergedCells::FillRange).
/// Rows come from `pull` in ascending order, with gaps and repeats; rows that exist only through a
/// range are added, and repeated rows are split where a range starts or ends.
class MergeFill {
public:
    using Pull = std::function<SheetResult<Next>(RowView&)>;

    MergeFill(std::vector<CellRange> ranges, const SheetLimits& limits, Pull pull);

    /// Like RowSource::next.
    SheetResult<Next> next(RowView& row);

private:
    struct Active {
        CellRange range;
        Cell cell;
        std::string text;
    };

    bool inHand() const { return row_ >= held_.row && row_ < heldEnd_; }
    SheetResult<void> updateActive();
    std::uint64_t segmentEnd() const;
    SheetResult<void> fill();
    SheetError overlap() const;

    std::vector<CellRange> ranges_; // by first row
    SheetLimits limits_;
    Pull pull_;
    std::size_t nextRange_ = 0;
    std::list<Active> active_; // views into their texts must not move
    RowView held_;
    std::uint64_t heldEnd_ = 0;
    bool ended_ = false;
    std::uint64_t row_ = 1; // next one to hand out
    std::uint64_t filled_ = 0;
    std::vector<Cell> cells_;
};

/// What every workbook's rows get on their way out, whatever the format: covered cells filled when
/// wanted, each row counted, the same answer again after an error or the end, and an error when the
/// file was changed meanwhile.
class WorkbookRows {
public:
    /// Rows as stored come from `pull`. The file must outlive this.
    WorkbookRows(const InputFile& file, MergeFill::Pull pull)
        : file_(file)
        , pull_(std::move(pull)) {}

    /// Begins a sheet.
    void restart();
    void setBytesTotal(std::uint64_t bytes) { stats_.bytesTotal = bytes; }
    /// Pulls every row, for what is known at the end of a sheet only.
    [[nodiscard]] SheetResult<void> skipToEnd();
    /// From now on the cells of these ranges have the value of their first one.
    void fillMerged(const std::vector<CellRange>& ranges, const SheetLimits& limits);
    /// Whether the sheet could be opened; a failure is what `next` answers from now on.
    [[nodiscard]] SheetResult<void> opened(SheetResult<void> result);

    /// Like RowSource::next.
    [[nodiscard]] SheetResult<Next> next(RowView& row);
    /// Without bytes read and merged ranges. How far a row reaches is its last cell.
    const SheetStats& stats() const { return stats_; }

private:
    void count(const RowView& row);

    const InputFile& file_;
    MergeFill::Pull pull_;
    std::optional<MergeFill> fill_;
    SheetStats stats_;
    std::optional<SheetError> failure_;
    bool ended_ = false;
};

} // namespace leadsheet::app
