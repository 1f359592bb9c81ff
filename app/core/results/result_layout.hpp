// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/results_file.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::app {

using OutcomeLookup = std::function<std::optional<RowOutcome>(std::uint32_t row)>;
using TabLookup = std::function<std::optional<RowOutcome>(std::size_t sheet, std::uint32_t row)>;
using ResultTexts = std::array<std::string, kResultHeaders.size()>;

/// What a pass over a sheet of a workbook found, header row and below. Columns count from 0.
struct SheetExtent {
    std::uint32_t usedColumns = 0; ///< past the last one with content
    std::uint32_t lastRow = 0;
    std::uint32_t mergedColumns = 0;  ///< past the last one that a merged cell covers
    std::vector<bool> formulaColumns; ///< with a formula below the header
    std::vector<std::string> headers; ///< displayed texts of the header row, index = column
};

/// Where one of kResultHeaders is written.
struct ResultColumn {
    std::uint32_t column = 0;
    std::size_t result = 0; ///< index in kResultHeaders
    bool added = true;      ///< not in the sheet yet
};

/// A column by column order. A result column of an earlier file is written again; one in which a
/// person has put formulas is theirs by now, and a new one is added for it. Added columns follow
/// the last used one. LimitExceeded when there is no room for them.
SheetResult<std::vector<ResultColumn>> placeResults(const SheetExtent& extent,
                                                    std::uint32_t maxColumns);

/// What is to be written into one row of a sheet.
struct RowPlan {
    enum class Kind {
        Leave,  ///< above the header
        Header, ///< `texts` go into added columns
        Write,  ///< `texts` go into all result columns
        Clear,  ///< no outcome: what an earlier run wrote goes
    };
    Kind kind = Kind::Leave;
    ResultTexts texts;

    friend bool operator==(const RowPlan&, const RowPlan&) = default;
};

/// The text that a row gets in a column; null when the row leaves the column alone.
const std::string* textFor(const RowPlan& plan, const ResultColumn& target);
/// Whether that text is an amount, which workbooks hold as a number.
bool isAmount(const RowPlan& plan, const ResultColumn& target);
bool changesRow(const RowPlan& plan, std::span<const ResultColumn> columns);

/// Asks for the outcomes of rows, which must come in ascending order, and counts them.
class RowPlanner {
public:
    RowPlanner(std::optional<std::uint32_t> headerRow, OutcomeLookup outcome, ResultsReport& report)
        : headerRow_(headerRow)
        , outcome_(std::move(outcome))
        , report_(report) {}

    RowPlan plan(std::uint32_t row) const;
    /// Counts `rows` rows with this plan.
    void count(const RowPlan& plan, bool blank, std::uint64_t rows = 1) const;

private:
    std::optional<std::uint32_t> headerRow_;
    OutcomeLookup outcome_;
    ResultsReport& report_;
};

/// The tabs that results are put into, the first one first.
std::vector<ResultsTab> tabsOf(const ResultsOptions& options);

/// The texts of an outcome in the order of kResultHeaders, as UTF-8.
ResultTexts textsOf(const RowOutcome& outcome);

} // namespace leadsheet::app
