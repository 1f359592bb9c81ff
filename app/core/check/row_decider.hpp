// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/problem.hpp"
#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/source_choices.hpp"

#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// What the decisions leave to be said about a row that is read.
struct RowFindings {
    std::optional<ProblemLevel> ragged; ///< more cells than the header
    bool total = false;                 ///< looks like a line of totals
};

/// Applies the decisions to the rows of one tab, below its header and in ascending order, and
/// counts what they are about.
class RowDecider {
public:
    enum class Verdict { Blank, Skip, Read };

    /// What is read: `used` columns (empty = all), below a header with names in `headerCells`
    /// columns (0 = no header). `source` has the tab open and must outlive this.
    RowDecider(const SourceDecisions& decisions, const RowSource& source, std::uint32_t firstRow,
               std::size_t headerCells, std::vector<bool> used);

    /// May exchange the row's cells; they are valid as long as the row was.
    Verdict decide(RowView& row, RowFindings& findings);
    /// Complete after the tab's last row.
    SourceCounts counts() const;

private:
    enum class Act { Keep, Empty, Stored };

    bool isUsed(std::uint32_t column) const {
        return used_.empty() || (column < used_.size() && used_[column]);
    }
    bool hasUncalculated(const RowView& row) const;
    void noteHiddenColumns(const RowView& row);
    bool isRagged(const RowView& row) const;
    Act judge(const Cell& cell);
    void exchangeCells(RowView& row);

    const SourceDecisions& decisions_;
    const RowSource& source_;
    std::uint32_t firstRow_;
    std::size_t headerCells_;
    std::vector<bool> used_;
    bool isText_;
    std::uint32_t lastRow_; // with something in it
    std::vector<bool> hiddenWithText_;
    SourceCounts counts_;
    std::vector<Cell> cells_;
    std::deque<std::string> texts_;
};

} // namespace leadsheet::app
