// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/submit/results.hpp"

#include <filesystem>
#include <optional>

namespace leadsheet::cli {

struct ResultsChoice {
    std::filesystem::path output; ///< empty = beside the sheet
    bool overwrite = false;
    bool inPlace = false;
};

/// A copy of the run's sheet with what became of each row. A file that is there already is replaced
/// only when it is an earlier results file, or `overwrite` says so. An earlier results file that a
/// person has edited is kept under another name (ResultsReport::backup).
Outcome<app::ResultsReport> writeResults(Context& context, const submit::Ledger& ledger,
                                         const submit::RunInfo& run, const ResultsChoice& choice);

/// Says where the file is that was replaced, if one was kept.
void noteBackup(Context& context, const app::ResultsReport& report, bool inPlace);

/// The same at the end of a run, where it must not turn success into failure: a problem becomes a
/// note that says how to write the file later.
std::optional<std::filesystem::path> writeResultsOf(Context& context, const submit::Ledger& ledger,
                                                    const submit::RunInfo& run,
                                                    const std::filesystem::path& output);

} // namespace leadsheet::cli
