// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/submit/planner.hpp"
#include "leadsheet/submit/submission.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::desktop {

/// Rows of a tab as a person sees their numbers, both included.
struct RowSpan {
    std::size_t sheet = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
};

/// What is to be priced: a checked sheet and which of its rows.
struct PlanRequest {
    std::filesystem::path path;
    std::string title;      ///< "Q3 ICPs"
    std::string sourceName; ///< file name, for display
    app::CheckOptions options;
    std::vector<RowSpan> rows; ///< empty = all
    bool orderChanged = false;
    bool orderDuplicates = false;
};

/// How many rows the spans name.
std::int64_t countOf(const std::vector<RowSpan>& spans);

/// Rows left out of the order, by reason.
struct LeftOut {
    std::int64_t alreadyOrdered = 0;
    std::int64_t needsFix = 0;
    std::map<submit::SkipReason, std::int64_t> skipped;
    std::int64_t all() const;
};

/// The price page: a plan in the ledger, nothing approved.
struct Priced {
    submit::RunId run;
    submit::PlanSummary plan;
    submit::QuoteSummary quote;
    LeftOut leftOut;
    Money balance; ///< before
};

/// Rows and price of the first `count` orderable rows.
struct PartPrice {
    std::int64_t rows = 0;
    std::int64_t amount = 0;
};

} // namespace leadsheet::desktop
