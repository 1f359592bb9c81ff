// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "held_ledger.hpp"
#include "run_types.hpp"

namespace leadsheet::desktop {

// What the prices of a plan found out about its rows, read from the ledger. Blocking.

LaneResult<LeftOut> leftOutOf(const Connected& at, const submit::Ledger& ledger, submit::RunId run);
/// Of the rows that can be ordered.
LaneResult<app::OrderOverview> overviewOf(const Connected& at, const submit::Ledger& ledger,
                                          submit::RunId run);
/// Rows that differ from what was ordered of the sheet, and orders that are gone from it.
LaneResult<SheetChanges> changesOf(const Connected& at, const submit::Ledger& ledger,
                                   submit::RunId run);
/// The first rows that were ordered before, or ordered and ended since.
LaneResult<KnownOrders> knownOrdersOf(const Connected& at, const submit::Ledger& ledger,
                                      submit::RunId run);
/// Rows that are priced although they were ordered before.
LaneResult<std::int64_t> orderedAnyway(const Connected& at, const submit::Ledger& ledger,
                                       submit::RunId run);
/// The rows left out as ordered before; with `agreed` those whose every earlier order is in it.
LaneResult<std::vector<std::int64_t>> rowsOrderedBefore(const Connected& at,
                                                        const submit::Ledger& ledger,
                                                        submit::RunId run,
                                                        const Agreements* agreed = nullptr);
LaneResult<std::vector<std::int64_t>> rowsEnded(const Connected& at, const submit::Ledger& ledger,
                                                submit::RunId run);

} // namespace leadsheet::desktop
