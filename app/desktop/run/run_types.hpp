// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/money.hpp"
#include "leadsheet/work/planning.hpp"
#include "leadsheet/work/run_ledger.hpp"
#include "leadsheet/work/run_rows.hpp"

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
    work::LeftOut leftOut;
    app::OrderOverview meaning; ///< of the rows that can be ordered
    Money balance;              ///< before
    work::SheetChanges changes;
    PartPrice waiting;                      ///< queued by an earlier approval: sent with the others
    std::chrono::milliseconds clockAhead{}; ///< the server's clock against this computer's
    work::KnownOrders known;
    std::int64_t anyway = 0;                 ///< of the rows priced, those ordered before
    std::vector<submit::EarlierRun> earlier; ///< what they leave goes, or may go, with the approval
    std::optional<submit::RunId> newer;      ///< a later run of the same sheet was placed
};

} // namespace leadsheet::desktop
