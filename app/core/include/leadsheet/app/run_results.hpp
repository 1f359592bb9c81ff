// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/error.hpp"
#include "leadsheet/submit/ledger.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace leadsheet::app {

struct RunResultsOptions {
    std::filesystem::path output; ///< empty = beside the sheet
    bool overwrite = false;       ///< replace a file that is not a results file of ours
    bool inPlace = false;         ///< into the sheet itself, with a backup
    bool fittingName = false;     ///< refuse an `output` whose name promises another format
    /// Only the rows in these states, as the ledger kept them, as CSV; empty = a copy of the sheet.
    std::vector<submit::RowState> states;
    /// Private to the person; holds the rows while they are written when the sheet is not copied.
    std::filesystem::path workFolder;
    /// When a row is tried again, as the person reads times.
    std::function<std::string(WallTime)> clock;
};

struct RunResults {
    ResultsReport report;
    /// Why the rows come from the ledger instead of the sheet, in a sentence; empty = they do not.
    Message fromLedger;
};

/// Why results were not written: one of the two.
struct RunResultsError {
    std::optional<SheetError> sheet;
    std::optional<Error> ledger;
    bool sheetIsLost = false; ///< with inPlace: gone or changed, a copy would have been written
};

/// A copy of the run's sheet with what is known of each row: what the run did with it, else which
/// order another run placed for it, else what the file that is replaced says of the same row. Other
/// tabs of that file keep their results, too. When the sheet is gone or has changed,
/// the rows are those that the ledger kept, written as CSV. A file that is there already is
/// replaced only when it is an earlier results file, or `overwrite` says so. An earlier results
/// file that a person has edited is kept under another name (ResultsReport::backup).
[[nodiscard]] tl::expected<RunResults, RunResultsError>
writeRunResults(const submit::Ledger& ledger, const submit::RunInfo& run,
                const RunResultsOptions& options, std::stop_token stop = {});

/// Where results go whose rows the ledger kept, because the sheet is gone or has changed:
/// "ICP list.xlsx" and "ICP list.csv.gz" -> "ICP list.results.csv".
std::filesystem::path keptResultsPathFor(std::filesystem::path sheet);
/// Where the rows to fix alone go: "ICP list.xlsx" -> "ICP list.to-fix.results.csv".
std::filesystem::path toFixResultsPathFor(std::filesystem::path sheet);

/// What stands against `output` as the place of results, as far as it can be known before they are
/// written: its name promises another format than the sheet's, it is a folder or a file that holds
/// no results in any tab, or no file of that name can be made there. InvalidOption, OutputExists,
/// StorageError or StorageFull.
std::optional<SheetError> resultsPlaceProblem(const std::filesystem::path& output,
                                              SheetFormat format);
/// The same for results of a run, whose sheet may have gone or changed meanwhile: then they are
/// CSV.
std::optional<SheetError> resultsPlaceProblem(const std::filesystem::path& output,
                                              const submit::RunInfo& run,
                                              const std::stop_token& stop = {});

} // namespace leadsheet::app
