// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/ledger.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadsheet::submit {

/// Which rows a reader yields.
struct RowFilter {
    std::vector<RowState> states; ///< empty = all
    std::optional<Finding> finding;
    std::optional<std::string> tab; ///< only rows of this tab
    bool withContent = false;       ///< also snapshot, request and problems
    std::size_t pageSize = 500;
};

/// Walks the rows of a run in sheet order, one page in memory. Works while the run is being sent:
/// each page is a consistent view, and rows neither repeat nor go missing.
class RowReader {
public:
    /// The ledger must outlive the reader.
    RowReader(const Ledger& ledger, RunId run, RowFilter filter = {});

    /// The next page; empty = the end. After an error the same page can be asked for again.
    Result<std::vector<RowRecord>> next();
    /// Starts after this row; for paging views.
    void seek(std::int64_t afterOrdinal) { last_ = afterOrdinal; }

private:
    const Ledger* ledger_;
    RunId run_;
    RowFilter filter_;
    std::int64_t last_ = -1;
};

/// Walks the orders whose rows are no longer in the sheet that `run` was planned from: those of all
/// runs of that sheet (runs that share a row with it, under its name or an earlier one). Each order
/// comes once. Second orders on purpose belong to their row and are not listed.
class GoneReader {
public:
    GoneReader(const Ledger& ledger, RunId run, std::size_t pageSize = 500);
    Result<std::vector<RowRecord>> next();

private:
    const Ledger* ledger_;
    RunId run_;
    std::size_t pageSize_;
    std::optional<std::string> runs_; // compared with; found at the first page
    RowRef last_{-1, -1};
};

/// For each of these order numbers of an account the row that it was placed for, or else the first
/// that was found ordered under it; with their content. Orders that no row of this ledger knows are
/// left out. The rows come in no order. One pass over the ledger whatever the number of orders, so
/// ask for many at once (at most some thousands).
Result<std::vector<RowRecord>> rowsOfOrders(const Ledger& ledger, const AccountRef& account,
                                            std::span<const std::string> orderNumbers);

/// The newest order that the ledger knows for a row, whichever run placed it: under the row's key,
/// or under the key of a later generation, where it was ordered again on purpose. The row as the
/// newest run has it that knows of that order, with content; nothing where there is none. `row` has
/// its content.
Result<std::optional<RowRecord>> newestOrderOf(const Ledger& ledger, const RowRecord& row);

/// One attempt to send a row, for audit.
struct AttemptRecord {
    std::int64_t number = 0; ///< 1, 2, ... within the row
    WallTime at;
    int httpStatus = 0;
    std::string code;
    std::string message;
    std::string requestId;
    bool outcomeKnown = true; ///< false: it may have been applied
};
Result<std::vector<AttemptRecord>> attemptsOf(const Ledger& ledger, RowRef row);

} // namespace leadsheet::submit
