// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/order.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/work/planning.hpp"

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

    /// The run that tells what of the sheet is ordered, when that is all there is to tell.
    std::optional<submit::RunId> onlyOrdered() const {
        const bool only = quote.rows + waiting.rows == 0 && quote.alreadyOrdered > 0;
        return !only ? std::nullopt : kept ? std::optional(run) : plan.comparedWith;
    }
};

} // namespace leadsheet::desktop
