// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../failure.hpp"

#include "leadsheet/submit/results.hpp"

#include <vector>

namespace leadsheet::cli {

class Console;

/// Says which rows of a run are left out of the order, grouped by reason; `withExamples` adds the
/// most frequent problems that the person can fix. Silent when there are none.
Outcome<void> reportLeftOut(Console& console, const submit::Ledger& ledger, submit::RunId run,
                            bool withExamples);

/// The same for rows in certain states, grouped by code and message: "3 rows: ... (first in row
/// 12)".
Outcome<void> reportReasons(Console& console, const submit::Ledger& ledger, submit::RunId run,
                            const std::vector<submit::RowState>& states);

/// One JSON line a row.
Outcome<void> emitRows(Console& console, const submit::Ledger& ledger, submit::RunId run,
                       const submit::RowFilter& filter, const std::string& currency);

} // namespace leadsheet::cli
