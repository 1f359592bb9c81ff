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
#include <set>
#include <string>
#include <vector>

namespace leadsheet::desktop {

/// A row as a person points at it.
struct RowPlace {
    std::size_t sheet = 0;
    std::uint32_t row = 0;
    friend auto operator<=>(const RowPlace&, const RowPlace&) = default;
};

/// What is to be priced: a checked sheet and which of its rows.
struct PlanRequest {
    std::filesystem::path path;
    std::string title;      ///< "Q3 ICPs"
    std::string sourceName; ///< file name, for display
    app::CheckOptions options;
    std::string record;      ///< stored with the run, so that it can be re-opened later
    std::set<RowPlace> rows; ///< empty = all
    bool orderChanged = false;
    bool orderDuplicates = false;
};

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
