// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/result_layout.hpp"
#include "write/atomic_file.hpp"

namespace leadsheet::app {

/// Copies a text sheet, original cells byte for byte, with the results to the right of its widest
/// row. `report` gets the counts.
SheetResult<void> writeTextResults(RowSource& source, const ResultsOptions& options,
                                   const OutcomeLookup& outcome, AtomicFile& output,
                                   ResultsReport& report);

} // namespace leadsheet::app
