// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/work/run_rows.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace leadsheet::cli {

class Console;

/// The rows of a run in their order, as long as `see` wants more.
Outcome<void> forRowsWhile(const submit::Ledger& ledger, submit::RunId run,
                           const submit::RowFilter& filter,
                           const std::function<bool(const submit::RowRecord&)>& see);
/// All of them.
Outcome<void> forEachRow(const submit::Ledger& ledger, submit::RunId run,
                         const submit::RowFilter& filter,
                         const std::function<void(const submit::RowRecord&)>& see);

/// "3 rows skipped: 1 already ordered, 2 in the sheet twice".
Message leftOutMessage(const work::LeftOut& left);

/// Says which rows of a run are left out of the order, grouped by reason, with the most frequent
/// problems that the person can fix. Silent when there are none.
Outcome<void> reportLeftOut(Console& console, const submit::Ledger& ledger, submit::RunId run,
                            const work::LeftOut& left, WallTime now);

/// The same for rows in certain states, grouped by code and message: "3 rows: ... (first in row
/// 12)".
Outcome<void> reportReasons(Console& console, const submit::Ledger& ledger, submit::RunId run,
                            const std::vector<submit::RowState>& states);

/// When a row turned out to be ordered before.
enum class Moment { AtThePrice, WhileSending };

/// The first rows that were left out because the account ordered the same before, each with that
/// order in words, and the way to order them all the same.
Outcome<void> sayOrderedBefore(Console& console, const submit::Ledger& ledger, submit::RunId run,
                               WallTime now, Moment moment);

/// The first rows that are ordered although the account may have ordered the same in other words.
Outcome<void> saySimilar(Console& console, const submit::Ledger& ledger, submit::RunId run,
                         const submit::QuoteSummary& quote, WallTime now);

/// One JSON line a row.
Outcome<void> emitRows(Console& console, const submit::Ledger& ledger, submit::RunId run,
                       const submit::RowFilter& filter, const std::string& currency);

/// The same for rows that were ordered before or whose order ended: what they name decides what a
/// script allows, and without a run nothing else would tell it.
Outcome<void> emitOrderedBefore(Console& console, const submit::Ledger& ledger, submit::RunId run,
                                const std::string& currency);

} // namespace leadsheet::cli
