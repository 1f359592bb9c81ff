// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/app/order_words.hpp"
#include "leadsheet/submit/results.hpp"

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

/// Says which rows of a run are left out of the order, grouped by reason; `withExamples` adds the
/// most frequent problems that the person can fix. Silent when there are none.
Outcome<void> reportLeftOut(Console& console, const submit::Ledger& ledger, submit::RunId run,
                            bool withExamples, WallTime now);

/// The same for rows in certain states, grouped by code and message: "3 rows: ... (first in row
/// 12)".
Outcome<void> reportReasons(Console& console, const submit::Ledger& ledger, submit::RunId run,
                            const std::vector<submit::RowState>& states);

/// Rows of a priced plan that were ordered before with other details and are left out.
struct ChangedRows {
    std::int64_t left = 0;  ///< --include-changed orders them
    std::int64_t taken = 0; ///< RowRecord::isReferenceTaken()
};
Outcome<ChangedRows> changedRows(const submit::Ledger& ledger, submit::RunId run);

/// How many rows bought an order that ended, by how it did: "ordered, then cancelled".
using EndedRows = std::map<std::string, std::int64_t>;
Outcome<EndedRows> endedRows(const submit::Ledger& ledger, submit::RunId run);

/// When a row turned out to be ordered before.
enum class Moment { AtThePrice, WhileSending };

/// The first rows that were left out because the account ordered the same before, each with that
/// order in words, and the way to order them all the same.
Outcome<void> sayOrderedBefore(Console& console, const submit::Ledger& ledger, submit::RunId run,
                               WallTime now, Moment moment);

/// The first rows that are ordered although the account may have ordered the same in other words.
Outcome<void> saySimilar(Console& console, const submit::Ledger& ledger, submit::RunId run,
                         WallTime now);

/// Of the first `most` rows that can be ordered now.
Outcome<app::OrderOverview> overviewOf(const submit::Ledger& ledger, submit::RunId run,
                                       std::int64_t most);

/// One JSON line a row.
Outcome<void> emitRows(Console& console, const submit::Ledger& ledger, submit::RunId run,
                       const submit::RowFilter& filter, const std::string& currency);

/// The same for rows that were ordered before or whose order ended: what they name decides what a
/// script allows, and without a run nothing else would tell it.
Outcome<void> emitOrderedBefore(Console& console, const submit::Ledger& ledger, submit::RunId run,
                                const std::string& currency);

} // namespace leadsheet::cli
