// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/row_decider.hpp"
#include "map/vocabulary.hpp"

#include "leadsheet/app/sheet_edits.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// Columns whose values stand only in the first row of each block, as programs and people write
/// what they would merge: what an empty cell below a value may mean. With the step `down` it is
/// filled, and so is a cell that says "same as above"; with the step `blank` it is left empty.
class BlankBelow {
public:
    /// `samples` are rows below the header. `edits` may be null, and what they emptied stays so.
    BlankBelow(const ColumnMap& map, const std::vector<SampleRow>& samples, std::size_t sheet,
               std::shared_ptr<const SheetEdits> edits);

    /// Remembers the values of a row, read or not. Rows one by one, ascending.
    void note(const RowView& row);
    /// What a line among lines of places says of the rows below it, in whatever column.
    void notePlace(const SectionLine& line);
    /// Fills the cells of a row that was noted, and finds those that are asked about. The row and
    /// the findings are valid until the next one is noted.
    void judge(RowView& row, RowFindings& findings);

private:
    struct Column {
        std::uint32_t column = 0;
        std::size_t rule = 0; ///< in `rules_`
        /// Columns of the same rule that say, when they are filled, that the row stands alone.
        std::vector<std::uint32_t> beside{};
        std::vector<std::uint32_t> all{}; ///< of the rule
        PlacePart part = PlacePart::None; ///< that its name says
        Cell cell{};                      ///< the last one with a value
        std::string text{};
        std::uint32_t row = 0; ///< of it; 0 = none yet
        bool unknown = false;  ///< `text` is of a line that may mean any value
    };
    struct Rule {
        std::string target;
        bool fills = false; ///< has the step `down`
        bool asks = false;
    };

    void addRule(const ColumnRule& rule, const ColumnMap& map,
                 const std::vector<SampleRow>& samples);
    bool isLeft(const RowView& row, std::uint32_t column) const;

    std::vector<Rule> rules_;
    std::deque<Column> columns_; ///< by column; `cell` has views into `text`
    std::size_t sheet_;
    std::shared_ptr<const SheetEdits> edits_;
    std::vector<Cell> cells_;
};

/// Gives the value of a cell that is merged downwards to each row of its range, in the range's
/// first column. Rows that hold nothing else stay blank, and what a person corrected stays.
class MergedDown {
public:
    /// Ranges that start above `firstRow` belong to the header and are left as they are. `edits`
    /// may be null.
    MergedDown(std::span<const CellRange> ranges, std::uint32_t firstRow, std::size_t sheet,
               std::shared_ptr<const SheetEdits> edits);

    /// Rows one by one, ascending. The row's cells are valid as long as the row was.
    void fill(RowView& row);
    /// The rows that have their cell in `column` together with the row last filled. None when that
    /// cell is the row's own, or when all that the row has is merged over the same rows.
    std::optional<CellRange> sharedCell(const RowView& row, std::uint32_t column) const;

    static bool isDown(const CellRange& range, std::uint32_t firstRow) {
        return range.firstRow >= firstRow && range.lastRow > range.firstRow;
    }

private:
    struct Active {
        CellRange range;
        Cell cell;
        std::string text;
    };

    void update(const RowView& row);
    const Active* activeIn(std::uint32_t column) const;
    bool isCorrected(const RowView& row, std::uint32_t column) const;

    std::vector<CellRange> ranges_; // by first row
    std::size_t sheet_;
    std::shared_ptr<const SheetEdits> edits_;
    std::size_t next_ = 0;
    std::vector<std::unique_ptr<Active>> active_; // by column; views into their texts must not move
    std::vector<Cell> cells_;
};

} // namespace leadsheet::app
