// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/order_words.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/submit/planner.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/submit/submission.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::desktop {

struct Connected;

/// Rows of a tab as a person sees their numbers, both included.
struct RowSpan {
    std::size_t sheet = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

/// Earlier orders that the person saw and wants once more, by the order key of the row.
using Agreements = std::map<std::string, std::vector<std::string>>;

/// What is to be priced: a checked sheet and which of its rows.
struct PlanRequest {
    std::filesystem::path path;
    bool isCopy = false;    ///< `path` is a copy of what was pasted or fetched
    std::string title;      ///< "Q3 ICPs"
    std::string sourceName; ///< file name, for display
    app::CheckOptions options;
    std::vector<RowSpan> rows; ///< empty = all
    bool orderChanged = false;
    bool orderDuplicates = false;
    Agreements anyway;      ///< rows that were ordered before and are wanted once more
    bool allAnyway = false; ///< every one that the prices name
    std::optional<std::chrono::seconds> againAfter; ///< submit::RunSpec::againAfter
};

/// How many rows the spans name.
std::int64_t countOf(const std::vector<RowSpan>& spans);

/// Rows left out of the order, by reason.
struct LeftOut {
    std::int64_t alreadyOrdered = 0;
    std::int64_t needsFix = 0;
    std::map<submit::SkipReason, std::int64_t> skipped;
    /// By the order's status, and whether something was delivered and charged before.
    std::map<std::pair<std::string, bool>, std::int64_t> ended;
    /// Of the repeats: submit::kDiffersInUnusedColumn.
    std::int64_t unlikeRepeats = 0;
    std::int64_t all() const;
};

/// Rows that are left out because the account has orders for the same: the first of each kind.
struct KnownOrders {
    static constexpr std::size_t kMostListed = 100; ///< of each
    std::vector<submit::RowRecord> before;          ///< see submit::SkipReason::OrderedBefore
    std::vector<submit::RowRecord> ended;
};

/// A row that was ordered before with other values.
struct ChangedRow {
    std::string tab;
    std::int64_t row = 0; ///< as a person sees it
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
    static constexpr std::size_t kMostListed = 100; ///< of each
    std::vector<ChangedRow> changed;
    std::vector<GoneOrder> gone;
};

/// Rows and their price.
struct PartPrice {
    std::int64_t rows = 0;
    std::int64_t amount = 0;
};

/// Some of the rows of a plan.
struct PricedPart {
    PartPrice price;
    app::OrderOverview meaning; ///< of these rows
};

/// The price page: a plan in the ledger, nothing approved.
struct Priced {
    std::shared_ptr<const Connected> at; ///< whose prices these are, and in whose ledger
    submit::RunId run;
    std::string sourceName; ///< file name, for display
    submit::PlanSummary plan;
    submit::QuoteSummary quote;
    LeftOut leftOut;
    app::OrderOverview meaning; ///< of the rows that can be ordered
    Money balance;              ///< before
    SheetChanges changes;
    PartPrice waiting;                      ///< queued by an earlier approval: sent with the others
    std::chrono::milliseconds clockAhead{}; ///< the server's clock against this computer's
    KnownOrders known;
    std::int64_t anyway = 0;                 ///< of the rows priced, those ordered before
    std::vector<submit::EarlierRun> earlier; ///< what they leave goes, or may go, with the approval
    std::optional<submit::RunId> newer;      ///< a later run of the same sheet was placed
};

/// A run whose next rows need a word from the person: a price to look at, or a new cap.
bool wantsApproval(const submit::RunInfo& run);

} // namespace leadsheet::desktop
