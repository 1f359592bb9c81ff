// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/result_layout.hpp"
#include "write/atomic_file.hpp"

#include <filesystem>
#include <stop_token>

namespace leadsheet::app {

/// Copies a text sheet, original cells byte for byte, with the results to the right of its widest
/// row. `report` gets the counts.
SheetResult<void> writeTextResults(RowSource& source, const ResultsOptions& options,
                                   const OutcomeLookup& outcome, AtomicFile& output,
                                   ResultsReport& report);

/// Copies a workbook with the results in the sheets of a run. Every other part is copied as it is,
/// compressed bytes and all; in a sheet's part only what XlsxRewriter or OdsRewriter name
/// changes. `source` is the same file, opened; `report` gets the counts.
SheetResult<void> writeWorkbookResults(const std::filesystem::path& input, RowSource& source,
                                       const ResultsOptions& options, const TabLookup& outcome,
                                       AtomicFile& output, ResultsReport& report,
                                       const std::stop_token& stop);

} // namespace leadsheet::app
