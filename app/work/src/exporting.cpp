// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/exporting.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/work/opening.hpp"
#include "leadsheet/work/run_summary.hpp"

namespace leadsheet::work {

bool isOfCopy(const submit::RunInfo& run, const app::AppFolders& folders) {
    const auto record = app::recordOf(run);
    return record && std::filesystem::path(record->sheet).parent_path() == copiesFolder(folders);
}

std::filesystem::path proposedResults(const submit::RunInfo& run, const app::AppFolders& folders,
                                      bool onlyToFix) {
    const auto record = app::recordOf(run);
    if (!record)
        return {};
    std::filesystem::path sheet = record->sheet;
    if (isOfCopy(run, folders)) // whose own name says nothing
        sheet = std::filesystem::path(run.spec.sourceName)
                    .filename()
                    .replace_extension(sheet.extension());
    if (onlyToFix)
        return app::toFixResultsPathFor(sheet);
    std::error_code unknown;
    return std::filesystem::exists(record->sheet, unknown) ? app::resultsPathFor(sheet)
                                                           : app::keptResultsPathFor(sheet);
}

tl::expected<app::RunResults, app::RunResultsError>
writeResults(const submit::Ledger& ledger, const submit::RunInfo& run,
             const ResultsRequest& request, const app::AppFolders& folders,
             std::function<std::string(WallTime)> clock, const std::stop_token& stop) {
    if (auto made = app::makePrivateFolder(folders.data); !made)
        return tl::unexpected(app::RunResultsError{{}, made.error(), false});
    app::RunResultsOptions options;
    options.output = request.output;
    options.overwrite = request.overwrite;
    options.inPlace = request.inPlace;
    options.fittingName = true;
    if (request.onlyToFix)
        options.states = toFixStates();
    options.workFolder = folders.data;
    options.clock = std::move(clock);
    return app::writeRunResults(ledger, run, options, stop);
}

} // namespace leadsheet::work
