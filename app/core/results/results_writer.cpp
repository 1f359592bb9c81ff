// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"

#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "results/edited_results.hpp"
#include "results/text_results.hpp"
#include "results/workbook_results.hpp"
#include "write/atomic_file.hpp"

#include <algorithm>
#include <ctime>
#include <system_error>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

SheetResult<void> checkTarget(const std::filesystem::path& input, const ResultsOptions& options,
                              const std::filesystem::path& output) {
    std::error_code error;
    const bool same = std::filesystem::equivalent(input, output, error) || input == output;
    if (same && !options.inPlace)
        return tl::unexpected(SheetError{SheetErrorCode::OutputIsInput,
                                         {},
                                         {say::resultsWouldReplaceSheet()},
                                         {say::chooseNameOrInPlace()},
                                         {}});
    if (!same && !options.overwrite && std::filesystem::exists(output, error))
        return tl::unexpected(SheetError{SheetErrorCode::OutputExists,
                                         {},
                                         {say::fileExists(output.string())},
                                         {say::chooseNameOrOverwrite()},
                                         {}});
    return {};
}

// "ICP list.backup-20260131-140700.csv"; seconds make a second backup on the same day possible.
std::filesystem::path backupPathFor(const std::filesystem::path& input) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "%Y%m%d-%H%M%S", &local);
    const std::string base = input.stem().string() + ".backup-" + stamp.data();
    std::filesystem::path path = input.parent_path() / (base + input.extension().string());
    std::error_code error;
    for (int n = 2; std::filesystem::exists(path, error); ++n)
        path = input.parent_path() / (base + "-" + std::to_string(n) + input.extension().string());
    return path;
}

} // namespace

SheetResult<ResultsReport> writeResults(const std::filesystem::path& input,
                                        const ResultsOptions& options, const OutcomeLookup& outcome,
                                        std::stop_token stop) {
    const TabLookup ofTheTab = [&outcome](std::size_t, std::uint32_t row) {
        return outcome(row);
    };
    return writeResults(input, options, ofTheTab, std::move(stop));
}

SheetResult<ResultsReport> writeResults(const std::filesystem::path& input,
                                        const ResultsOptions& options, const TabLookup& outcome,
                                        std::stop_token stop) {
    ResultsReport report;
    report.output = !options.output.empty() ? options.output
                    : options.inPlace       ? input
                                            : resultsPathFor(input);
    LEADSHEET_TRY_DONE(checkTarget(input, options, report.output));
    SheetOptions sheet = options.sheet;
    sheet.hashInput = !options.expectedSha256.empty();
    sheet.merged = MergedCells::FirstCellOnly;
    LEADSHEET_TRY(auto source, openSheet(input, sheet, stop));
    LEADSHEET_TRY_DONE(source->open(options.sheetIndex));
    if (options.fittingName && !options.output.empty() && !options.inPlace)
        if (auto problem = resultsNameProblem(source->format(), report.output))
            return tl::unexpected(*std::move(problem));
    if (sheet.hashInput && source->sha256() != options.expectedSha256)
        return tl::unexpected(SheetError{SheetErrorCode::ChangedWhileReading,
                                         {},
                                         {say::sheetContentChanged()},
                                         {say::restoreOrCheckAnew()},
                                         {}});
    LEADSHEET_TRY(auto file, AtomicFile::create(report.output));
    const auto written =
        isWorkbook(source->format())
            ? writeWorkbookResults(input, *source, options, outcome, file, report, stop)
            : writeTextResults(
                  *source, options,
                  [&](std::uint32_t row) { return outcome(options.sheetIndex, row); }, file,
                  report);
    if (!written)
        return tl::unexpected(written.error());
    std::error_code error;
    const bool same = std::filesystem::equivalent(input, report.output, error);
    const bool keep =
        same || (options.keepEdited && std::filesystem::exists(report.output, error) &&
                 holdsOtherCells(report.output, input, options));
    if (keep)
        report.backup = backupPathFor(report.output);
    LEADSHEET_TRY_DONE(keep ? file.commitKeeping(report.backup) : file.commit());
    return report;
}

} // namespace leadsheet::app
