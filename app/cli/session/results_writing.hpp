// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "open_sheet.hpp"
#include "run_execution.hpp"

#include "leadsheet/work/exporting.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace leadsheet::cli {

/// work::writeResults() for this command.
Outcome<app::RunResults> writeResults(Context& context, const submit::Ledger& ledger,
                                      const submit::RunInfo& run,
                                      const work::ResultsRequest& request);

/// Refuses a file named for the results, before anything is spent, when it is known that they could
/// not be written there: its name promises another format, something else is there, or its folder
/// takes no such file.
Outcome<void> checkResultsPlace(const ResultsTarget& results, const OpenSheet& sheet);
Outcome<void> checkResultsPlace(Context& context, const ResultsTarget& results,
                                const submit::RunInfo& run);

/// Says what is special about the file: rows from the ledger, and where a replaced file is.
void noteResults(Context& context, const app::RunResults& written, bool inPlace);

/// The same at the end of a run; nothing when its sheet has no place beside it and none was named.
/// A failure is one of local storage, says that no order depends on it, and how to write the file
/// later.
Outcome<std::optional<std::filesystem::path>> writeResultsOf(Context& context,
                                                             const submit::Ledger& ledger,
                                                             const submit::RunInfo& run,
                                                             const std::filesystem::path& output);

} // namespace leadsheet::cli
