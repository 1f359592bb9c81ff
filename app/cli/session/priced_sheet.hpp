// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../options/command.hpp"
#include "run_session.hpp"

#include <string>
#include <vector>

namespace leadsheet::cli {

/// A sheet and the rows of it that are meant, as typed.
struct SheetWishes {
    SheetArguments sheet;
    std::vector<std::string> rows; ///< --rows; empty = all
    bool includeChanged = false;
};

/// Adds SHEET with its options, --rows and --include-changed.
void addSheetWishes(const Command& command, SheetWishes& wishes);

/// A sheet whose rows stand in the ledger as a planned run with prices, nothing approved.
struct PricedSheet {
    RunSession session;
    PlannedRun planned;
    submit::QuoteSummary quote;

    void discard() { cli::discard(session, planned); }
};

/// Reads the sheet, connects, plans its rows and reports what they cost, and what the first
/// `firstRows` of them do; on failure nothing stays behind.
Outcome<PricedSheet> priceSheet(Context& context, const SheetWishes& wishes,
                                const Patience& patience = {},
                                const std::optional<std::int64_t>& firstRows = std::nullopt);

} // namespace leadsheet::cli
