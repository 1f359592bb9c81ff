// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../options/command.hpp"
#include "row_groups.hpp"
#include "run_execution.hpp"
#include "run_session.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::cli {

/// A sheet and the rows of it that are meant, as typed.
struct SheetToOrder {
    SheetArguments sheet;
    std::vector<std::string> rows; ///< --rows; empty = all
    bool includeChanged = false;
    std::vector<std::string> allowDuplicates; ///< order numbers, or "all"
    std::string againAfter;                   ///< a duration, or empty
    std::string folderId;                     ///< of the watched folder that the sheet lies in
};

/// --allow-duplicates: order numbers, or "all".
void addAllowOption(const Command& command, std::vector<std::string>& orders);
submit::AllowedDuplicates allowedOf(const std::vector<std::string>& texts);
/// A usage failure for an allowed order that no row of a priced run repeats: whoever named it
/// meant something else.
Outcome<void> checkAllowed(const submit::Ledger& ledger, submit::RunId run,
                           const submit::AllowedDuplicates& allowed);

/// Adds SHEET with its options, --rows and what lets rows be ordered that were ordered before.
void addSheetToOrder(const Command& command, SheetToOrder& arguments);

/// The command that shows what is wrong with the sheet.
std::string checkHint(const Context& context, const SheetToOrder& arguments);

/// A sheet whose rows stand in the ledger as a planned run with prices, nothing approved: removed
/// in the end unless it was.
struct PricedSheet {
    RunSession session;
    PlannedRun planned;
    Quoted price;

    /// What has to be mended in the sheet, so that the command does not end as if all were well.
    bool hasProblems() const {
        return price.quote.needsFix > 0 || price.leftOut.referenceTaken > 0;
    }
    /// Nothing is left to do, and nothing can be done about it here.
    bool isKnown() const {
        return price.quote.alreadyOrdered + price.quote.ended + price.quote.orderedBefore +
                   price.leftOut.of(submit::SkipReason::ChangedSinceOrdered) >
               0;
    }
};

/// Of a command that orders what it priced.
struct SpendChoice {
    Patience patience;
    ResultsTarget results;                 ///< a file that is named has to be one to write into
    std::optional<std::int64_t> firstRows; ///< says also what these cost
};

/// Reads the sheet, connects, plans its rows and reports what they cost; on failure nothing stays
/// behind.
Outcome<PricedSheet> priceSheet(Context& context, const SheetToOrder& arguments,
                                const SpendChoice& spend = {});

} // namespace leadsheet::cli
