// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

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

} // namespace leadsheet::app
