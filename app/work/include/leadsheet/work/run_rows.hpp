// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/order_words.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/submit/submission.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What pricing found out about the rows of a run, read from the ledger: every number that the
/// command line and the window show comes from here. Blocking; any thread.
namespace leadsheet::work {

/// The rows of a run in sheet order, as long as `see` returns true.
Result<void> forRowsWhile(const submit::Ledger& ledger, submit::RunId run,
                          const submit::RowFilter& filter,
                          const std::function<bool(const submit::RowRecord&)>& see);
/// All of them.
Result<void> forEachRow(const submit::Ledger& ledger, submit::RunId run,
                        const submit::RowFilter& filter,
                        const std::function<void(const submit::RowRecord&)>& see);

/// Rows left out of the order, by reason.
struct LeftOut {
    std::int64_t alreadyOrdered = 0;
    std::int64_t needsFix = 0;
    std::map<submit::SkipReason, std::int64_t> skipped;
    /// Of those skipped as changed since they were ordered: RowRecord::isReferenceTaken().
    std::int64_t referenceTaken = 0;
    /// By the order's status, and whether something was delivered and charged before.
    std::map<std::pair<std::string, bool>, std::int64_t> ended;
    /// Of the repeats: submit::kDiffersInUnusedColumn.
    std::int64_t unlikeRepeats = 0;

    /// Counts the row, unless it can be ordered or was sent.
    void note(const submit::RowRecord& row);
    /// Zero for a reason that no row has.
    std::int64_t of(submit::SkipReason reason) const;
    /// Changed since they were ordered, and orderable if the person says so.
    std::int64_t changed() const;
    std::int64_t allEnded() const;
    std::int64_t all() const;
    /// Of all these, rows that can be ordered if the person says so.
    std::int64_t orderable() const { return all() - needsFix - referenceTaken; }
    /// There are such rows, and each of all has its order.
    bool areAllOrdered() const;
};
Result<LeftOut> leftOutOf(const submit::Ledger& ledger, submit::RunId run);

/// What it would cost more to order the rows that were skipped because the same order stands
/// further up in the sheet, in minor units: each costs what that one was quoted. Nothing when one
/// of those has no quote.
Result<std::optional<std::int64_t>> priceOfRepeats(const submit::Ledger& ledger, submit::RunId run);

/// What the first `most` rows order that can be ordered.
Result<app::OrderOverview> overviewOf(const submit::Ledger& ledger, submit::RunId run,
                                      std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// Price of the first `count` rows that can be ordered; of a quote only what depends on its rows:
/// products, rows, amount (minor units) and validity.
Result<submit::QuoteSummary> priceOfFirst(const submit::Ledger& ledger, submit::RunId run,
                                          std::int64_t count);
/// The quote of a run, limited to its first rows when `firstRows` is fewer than it has.
Result<submit::QuoteSummary> limitedQuote(const submit::Ledger& ledger, submit::RunId run,
                                          const submit::QuoteSummary& quote,
                                          std::optional<std::int64_t> firstRows);

/// Rows for which the account has orders already, or perhaps has: the first of each kind.
struct KnownOrders {
    static constexpr std::size_t kMaxListed = 100; ///< of each
    std::vector<submit::RowRecord> before;         ///< see submit::SkipReason::OrderedBefore
    std::vector<submit::RowRecord> ended;
    /// Can be ordered, and perhaps were before in words that mean the same.
    std::vector<submit::RowRecord> similar;
};
/// `quote`: what the run's pricing found, which says where there is something to read.
Result<KnownOrders> knownOrdersOf(const submit::Ledger& ledger, submit::RunId run,
                                  const submit::QuoteSummary& quote);

/// A row that was ordered before with other values.
struct ChangedRow {
    std::string tab;
    std::int64_t row = 0; ///< as a person sees it
    std::int64_t ordinal = 0;
    std::string orderNumber;
    std::string productBefore;
    std::string product;
    std::string before; ///< canonical bodies
    std::string after;
};

/// An order whose row is no longer in the sheet.
struct GoneOrder {
    std::string tab;
    std::int64_t row = 0; ///< where it stood
    std::string orderNumber;
};

/// What differs from what was ordered of a sheet earlier: the first of each, for reading.
struct SheetChanges {
    static constexpr std::size_t kMaxListed = 100; ///< of each
    std::vector<ChangedRow> changed;
    std::vector<GoneOrder> gone;
};
Result<SheetChanges> changesOf(const submit::Ledger& ledger, submit::RunId run);

/// Earlier orders that the person saw and wants once more, by the order key of the row.
using Agreements = std::map<std::string, std::vector<std::string>>;

/// Rows that are priced although they were ordered before.
Result<std::int64_t> orderedAnyway(const submit::Ledger& ledger, submit::RunId run);
/// The ordinals of rows left out as ordered before; with `agreed` those whose every earlier order
/// is in it.
Result<std::vector<std::int64_t>> rowsOrderedBefore(const submit::Ledger& ledger, submit::RunId run,
                                                    const Agreements* agreed = nullptr);
/// The ordinals of rows whose orders ended.
Result<std::vector<std::int64_t>> rowsEnded(const submit::Ledger& ledger, submit::RunId run);

/// Rows of a check that an order leaves out because an earlier row asks for the same: counted
/// apart, and no longer as ready, so that a check announces what the price will name.
class RepeatedRows {
public:
    /// Whether the row is one; counts it.
    bool note(const app::CheckedRow& row);

    std::uint64_t rows() const { return rows_; }
    /// The first of them: the problem that says which row it repeats, and where.
    const std::vector<app::Problem>& named() const { return named_; }
    /// The summary of the same check without them.
    app::CheckSummary without(app::CheckSummary summary) const;

private:
    std::uint64_t rows_ = 0;
    std::int64_t leads_ = 0;
    std::map<std::string, std::uint64_t, std::less<>> byProduct_;
    std::vector<app::Problem> named_;
};

} // namespace leadsheet::work
