// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../widgets/tables.hpp"

#include "leadsheet/model/order.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/work/checked_rows.hpp"
#include "leadsheet/work/planning.hpp"

#include <QString>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::desktop {

struct Connected;

/// Rows of a tab as a person sees their numbers, both included.
struct RowSpan {
    std::size_t sheet = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

/// What is to be priced: a checked sheet and which of its rows.
struct PlanRequest : work::SheetPlan {
    std::vector<RowSpan> rows; ///< empty = all
    work::Agreements anyway;   ///< rows that were ordered before and are wanted once more
};

/// How many rows the spans name.
std::int64_t countOf(const std::vector<RowSpan>& spans);

using work::PartPrice;

/// Some of the rows of a plan.
struct PricedPart {
    submit::QuoteSummary quote; ///< what depends on its rows is theirs
    app::OrderOverview meaning; ///< of these rows
};

/// The price page: a plan in the ledger, nothing approved.
struct Priced : work::Pricing {
    std::shared_ptr<const Connected> at; ///< whose prices these are, and in whose ledger
    submit::PlanSummary plan;
    Money balance; ///< before
    work::SheetChanges changes;
    std::chrono::milliseconds clockAhead{}; ///< the server's clock against this computer's
    work::KnownOrders known;
    std::int64_t anyway = 0;      ///< of the rows priced, those ordered before
    std::optional<Order> cancels; ///< these rows replace it: it is cancelled before they are sent
    bool kept = false; ///< a finished run: there is nothing to order, and orders were found
    std::optional<submit::RunInfo> info; ///< of `run`, with its prices

    /// The run that tells what of the sheet is ordered, when that is all there is to tell.
    std::optional<submit::RunId> onlyOrdered() const {
        const bool only = quote.rows + waiting.rows == 0 && quote.alreadyOrdered > 0;
        return !only ? std::nullopt : kept ? std::optional(run) : plan.comparedWith;
    }
};

/// Why nothing is sent right now; empty when something is.
QString waitSentence(const submit::RunProgress& progress, WallTime now);

/// "$4,340.00 of at most $8,240.00 held", and what else may be.
QString spentText(const submit::RunTotals& totals, std::optional<std::int64_t> cap,
                  const std::string& currency);

/// "217 placed, 4 refused, $4,340.00"
QString placedWords(const submit::RunTotals& totals, const std::string& currency);

/// Where a row stands: "12", or "12 · Q3" where its tab says something. The number comes first:
/// a narrow column cuts the end.
QString placeWords(const std::string& tab, std::int64_t row, const std::string& sourceName);
/// The same of the rows of one run.
class RowPlaces {
public:
    RowPlaces() = default; ///< of a run whose rows have their number only
    explicit RowPlaces(const submit::RunInfo& run);
    QString of(const submit::RowRecord& row) const;

private:
    std::optional<std::string> sourceName_;
    std::string copyName_; ///< what was pasted or fetched is read from a copy
};
/// "12 rows are left out: 4 already ordered, 8 not selected"
QString leftOutWords(const work::LeftOut& left);
/// The same of a sheet that was checked and not priced yet. Empty when no row is left out.
QString leftOutOfCheck(const work::CheckFigures& found);
/// "398 already ordered", "1 changed since ordered": each reason with its number.
QStringList leftOutParts(const work::LeftOut& left);
/// "Order repeated rows as well (+1 order, +$9.50)": what that adds, as far as it is known.
QString identicalRowsWords(int repeated, const std::optional<std::int64_t>& amount,
                           const std::string& currency);
/// "12 rows for $96.00 are left."
QString leftWords(const submit::RunInfo& run);
/// "Run 5 of the same sheet is newer." Empty when none is.
QString newerWords(const submit::RunInfo& run);
/// Why a paused run does not go on, and what is left of it.
QString pausedWords(const submit::RunInfo& info);
/// What came of a run that is over.
QString finishedWords(const submit::RunInfo& info);
/// How many rows have an order that has ended.
QString endedWords(int rows);

/// A column of the states of rows: as wide as the longest of the usual ones at least, as the state
/// is what a list of rows is read for.
ColumnContent stateColumn();
/// What the order costs, or what it was quoted while there is none; empty without either.
QString priceText(const submit::RowRecord& row, const std::string& currency);
/// Why a row is in its state: its problems, what a refusal said, or why it was left out.
QString messageOf(const submit::RowRecord& row);

/// Which rows of a run a list can show.
struct RowChoice {
    QString words;
    std::vector<submit::RowState> states; ///< empty = all
};
std::vector<RowChoice> rowChoices();
/// Which of them are the skipped ones, and those that are to be fixed.
int skippedChoice();
int toFixChoice();

} // namespace leadsheet::desktop
