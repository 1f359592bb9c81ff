// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/app/run_results.hpp"
#include "leadsheet/model/order.hpp"

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

/// The results of a run as a file: what both programs write, and where. Blocking; any thread.
namespace leadsheet::work {

/// Whether the run's sheet is a copy of ours (standard input, a paste, a download): nobody looks
/// for anything beside it.
bool isOfCopy(const submit::RunInfo& run, const app::AppFolders& folders);

/// The file that is proposed for the results: "ICP list.results.xlsx" beside the sheet, without a
/// folder for a copy. Empty when the run does not say which sheet it was made from.
std::filesystem::path proposedResults(const submit::RunInfo& run, const app::AppFolders& folders,
                                      bool onlyToFix = false);

struct ResultsRequest {
    /// Empty = beside the sheet, as CSV when the sheet has changed meanwhile.
    std::filesystem::path output;
    bool overwrite = false; ///< the person agreed to replace what is there
    bool inPlace = false;
    bool onlyToFix = false; ///< the rows of RunFigures::toFix alone, as CSV
};

/// app::writeRunResults(), with the private folder for what is in between. `clock` says a time as
/// the person reads times.
[[nodiscard]] tl::expected<app::RunResults, app::RunResultsError>
writeResults(const submit::Ledger& ledger, const submit::RunInfo& run,
             const ResultsRequest& request, const app::AppFolders& folders,
             std::function<std::string(WallTime)> clock, const std::stop_token& stop);

/// Writes these orders, in this order, one row each, in the format that the file's name ends with
/// (app::exportFormatFor), else as CSV. Columns are named as the API names them; amounts that
/// cannot be known are empty, times are moments. Errors: OutputExists unless `overwrite`, and those
/// of app::RecordWriter; nothing half-written is left behind.
[[nodiscard]] app::SheetResult<app::ExportReport>
writeOrders(const std::filesystem::path& file, std::span<const Order> orders, bool overwrite);

} // namespace leadsheet::work
