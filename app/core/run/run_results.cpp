// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/run_results.hpp"

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/try.hpp"
#include "run/earlier_results.hpp"
#include "run/kept_rows.hpp"
#include "run/row_outcomes.hpp"
#include "write/atomic_file.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

template <class T>
using Written = tl::expected<T, RunResultsError>;

tl::unexpected<RunResultsError> fail(SheetError error) {
    return tl::unexpected<RunResultsError>(RunResultsError{std::move(error), std::nullopt, false});
}

tl::unexpected<RunResultsError> fail(Error error) {
    return tl::unexpected<RunResultsError>(RunResultsError{std::nullopt, std::move(error), false});
}

/// Whether a file was written by an earlier run: one of its tabs has all our columns.
bool isResultsFile(const std::filesystem::path& file) {
    return EarlierResults(file, file, {}).isOurs();
}

template <class Options>
std::vector<std::size_t> tabsOf(const Options& options) {
    std::vector<std::size_t> tabs{options.sheetIndex};
    for (const auto& tab : options.moreTabs)
        tabs.push_back(tab.sheet);
    return tabs;
}

void addCorrection(Corrections& corrections, const CellPlace& place, const std::string& before,
                   const std::string& after, const std::string& person) {
    std::string& words = corrections[{place.sheet, place.row}];
    words += (words.empty() ? "" : "; ") + columnLetter(place.column) + std::to_string(place.row) +
             ": \"" + before + "\" → \"" + after + "\"" +
             (person.empty() ? std::string() : " (corrected by " + person + ")");
}

/// With what the cells of the file held before.
SheetResult<Corrections> correctionsOf(const std::filesystem::path& sheet,
                                       const CheckOptions& options, const std::string& person,
                                       const std::stop_token& stop) {
    Corrections corrections;
    if (options.edits == nullptr)
        return corrections;
    LEADSHEET_TRY(const auto source, openSheet(sheet, options.sheet, stop));
    const auto& cells = options.edits->cells();
    for (auto edit = cells.begin(); edit != cells.end();) {
        const std::size_t tab = edit->first.sheet;
        if (tab >= source->sheets().size())
            break;
        LEADSHEET_TRY_DONE(source->open(tab));
        RowView row;
        while (edit != cells.end() && edit->first.sheet == tab) {
            LEADSHEET_TRY(const auto next, source->next(row));
            if (next == Next::End)
                break;
            for (; edit != cells.end() && edit->first.sheet == tab &&
                   edit->first.row < row.row + row.repeat;
                 ++edit)
                if (edit->first.row >= row.row)
                    addCorrection(corrections, edit->first,
                                  std::string(row.textAt(edit->first.column)), edit->second,
                                  person);
        }
        while (edit != cells.end() && edit->first.sheet == tab)
            ++edit; // below the last row, where they change nothing
    }
    return corrections;
}

std::filesystem::path targetOf(const std::filesystem::path& sheet, const ResultsOptions& options) {
    return options.inPlace          ? sheet
           : options.output.empty() ? resultsPathFor(sheet)
                                    : options.output;
}

Written<ResultsReport> copySheet(const std::filesystem::path& sheet, ResultsOptions options,
                                 const RunResultsOptions& wish, bool replacesOurs,
                                 Outcomes& outcomes, const std::stop_token& stop) {
    options.keepEdited = !wish.overwrite;
    options.fittingName = wish.fittingName;
    options.overwrite = wish.overwrite || replacesOurs;
    // Rows that the ledger cannot tell must not become rows without a result in the file.
    std::stop_source stopping;
    const std::stop_callback passOn(stop, [&] { stopping.request_stop(); });
    auto report = writeResults(
        sheet, options,
        [&](std::size_t tab, std::uint32_t row) {
            auto outcome = outcomes.of(tab, row);
            if (outcomes.error())
                stopping.request_stop();
            return outcome;
        },
        stopping.get_token());
    if (const auto error = outcomes.error())
        return fail(*error);
    if (!report)
        return fail(report.error());
    return *std::move(report);
}

std::optional<std::uint32_t> headerOf(std::optional<std::uint32_t> row) {
    return row.value_or(0) == 0 ? std::nullopt : row;
}

/// So that the sheet is known again with the results in it. Before it gets them: afterwards the
/// computer may stop. A ledger that can only be read keeps the results from nobody.
void noteWritten(const submit::Ledger& ledger, const submit::RunInfo& run, RunRecord record,
                 const std::string& sha256) {
    constexpr std::size_t kMostKept = 8;
    std::vector<std::string>& written = record.writtenSha256;
    std::erase(written, sha256);
    written.push_back(sha256);
    if (written.size() > kMostKept)
        written.erase(written.begin());
    [[maybe_unused]] const auto noted = ledger.setOptions(run.id, toJson(record));
}

Written<ResultsReport> copyOriginal(const submit::Ledger& ledger, const submit::RunInfo& run,
                                    const RunRecord& record, const RunResultsOptions& wish,
                                    const std::stop_token& stop) {
    const auto sheet = checkOptionsOf(record, stop);
    if (!sheet)
        return fail(sheet.error());
    ResultsOptions options;
    options.sheet = sheet->sheet;
    options.sheetIndex = sheet->sheetIndex;
    options.headerRow = headerOf(sheet->headerRow);
    for (const TabOptions& tab : sheet->moreTabs)
        options.moreTabs.push_back({tab.sheet, headerOf(tab.headerRow)});
    options.output = wish.output;
    options.inPlace = wish.inPlace;
    options.expectedSha256 = run.spec.sourceSha256;
    if (const auto now = fileSha256(record.sheet, stop); now && isSheetOf(run, record, *now))
        options.expectedSha256 = *now;
    options.beforeReplacing = [&](const std::string& sha256) {
        noteWritten(ledger, run, record, sha256);
    };
    options.currency = run.spec.currency;
    auto corrections = correctionsOf(record.sheet, *sheet, record.correctedBy, stop);
    if (!corrections)
        return fail(corrections.error());
    EarlierResults earlier(targetOf(record.sheet, options), record.sheet, sheet->sheet);
    SheetOutcomes outcomes(ledger, run, record, *sheet, wish.clock, *std::move(corrections),
                           earlier);
    // Tabs of which other runs wrote results keep them.
    for (const ResultsTab& tab : earlier.tabs())
        if (const auto own = tabsOf(*sheet);
            !wish.inPlace && std::find(own.begin(), own.end(), tab.sheet) == own.end())
            options.moreTabs.push_back(tab);
    return copySheet(record.sheet, options, wish, earlier.isOurs(), outcomes, stop);
}

Written<ResultsReport> copyKeptRows(const submit::Ledger& ledger, const submit::RunInfo& run,
                                    const RunRecord& record, const RunResultsOptions& wish,
                                    const std::stop_token& stop) {
    auto kept = KeptRows::write(wish.workFolder, ledger, run, contentOf({}, wish.states));
    if (!kept)
        return fail(kept.error());
    ResultsOptions options;
    options.sheet.encoding = "utf-8";
    options.sheet.delimiter = ',';
    if (kept->hasHeader())
        options.headerRow = 1;
    options.output = !wish.output.empty()  ? wish.output
                     : wish.states.empty() ? keptResultsPathFor(record.sheet)
                                           : toFixResultsPathFor(record.sheet);
    KeptOutcomes outcomes(ledger, run, wish.clock, wish.states);
    return copySheet(kept->file(), options, wish, isResultsFile(options.output), outcomes, stop);
}

enum class Loss { Gone, Unreadable, Changed };

/// What has become of the sheet; nothing when it is as it was ordered.
std::optional<Loss> lossOf(const submit::RunInfo& run, const RunRecord& record,
                           const std::stop_token& stop) {
    std::error_code ignored;
    if (!std::filesystem::exists(record.sheet, ignored))
        return Loss::Gone;
    const auto now = fileSha256(record.sheet, stop);
    if (stop.stop_requested())
        return std::nullopt;
    if (!now)
        return Loss::Unreadable;
    if (!isSheetOf(run, record, *now))
        return Loss::Changed;
    return std::nullopt;
}

Message nothingPutInto(const std::string& sheet, Loss loss) {
    return loss == Loss::Gone         ? say::lostSheetGone(sheet)
           : loss == Loss::Unreadable ? say::lostSheetUnreadable(sheet)
                                      : say::lostSheetChanged(sheet);
}

Message rowsFromLedger(const std::string& sheet, Loss loss) {
    return loss == Loss::Gone         ? say::orderedSheetGone(sheet)
           : loss == Loss::Unreadable ? say::orderedSheetUnreadable(sheet)
                                      : say::orderedSheetChanged(sheet);
}

SheetError noRecord(const submit::RunInfo& run) {
    SheetError error;
    error.code = SheetErrorCode::InvalidOption;
    error.reason = {say::runWithoutSheetRecord(static_cast<std::int64_t>(run.id.value))};
    return error;
}

/// The format of the results; CSV when the sheet is of no use.
SheetFormat formatOf(const submit::RunInfo& run, const std::stop_token& stop) {
    const auto record = recordOf(run);
    const auto sheet = record ? checkOptionsOf(*record, stop)
                              : SheetResult<CheckOptions>(tl::unexpected(noRecord(run)));
    if (sheet && !lossOf(run, *record, stop))
        if (const auto source = openSheet(record->sheet, sheet->sheet, stop))
            return (*source)->format();
    return SheetFormat::DelimitedText;
}

} // namespace

std::filesystem::path keptResultsPathFor(std::filesystem::path sheet) {
    if (sheet.extension() == ".gz")
        sheet.replace_extension();
    return resultsPathFor(sheet.replace_extension(".csv"));
}

std::filesystem::path toFixResultsPathFor(std::filesystem::path sheet) {
    if (sheet.extension() == ".gz")
        sheet.replace_extension();
    return resultsPathFor(sheet.replace_extension(".to-fix.csv"));
}

std::optional<SheetError> resultsPlaceProblem(const std::filesystem::path& output,
                                              SheetFormat format) {
    if (auto problem = resultsNameProblem(format, output))
        return problem;
    std::error_code error;
    if (std::filesystem::exists(output, error) && !isResultsFile(output))
        return SheetError{SheetErrorCode::OutputExists,
                          {},
                          {say::fileHoldsNoResults(output.string())},
                          {say::chooseOtherName()},
                          {}};
    if (error) // a name that no file can have, or a folder that cannot be looked into
        return SheetError{SheetErrorCode::StorageError,
                          {},
                          {say::fileNotWritable(output.string(), error.message())},
                          {say::chooseWritableFolder()},
                          {}};
    // Made as the results will be, and gone again: whether the folder takes a file.
    if (auto tried = AtomicFile::create(output); !tried)
        return std::move(tried).error();
    return std::nullopt;
}

std::optional<SheetError> resultsPlaceProblem(const std::filesystem::path& output,
                                              const submit::RunInfo& run,
                                              const std::stop_token& stop) {
    return resultsPlaceProblem(output, formatOf(run, stop));
}

tl::expected<RunResults, RunResultsError> writeRunResults(const submit::Ledger& ledger,
                                                          const submit::RunInfo& run,
                                                          const RunResultsOptions& options,
                                                          std::stop_token stop) {
    const auto record = recordOf(run);
    if (!record)
        return fail(noRecord(run));
    if (!options.states.empty()) {
        LEADSHEET_TRY(auto some, copyKeptRows(ledger, run, *record, options, stop));
        return RunResults{std::move(some), {}};
    }
    auto copied = copyOriginal(ledger, run, *record, options, stop);
    if (copied)
        return RunResults{*std::move(copied), {}};
    const auto loss = lossOf(run, *record, stop);
    if (!loss)
        return tl::unexpected(copied.error());
    const std::string& name = run.spec.sourceName;
    if (options.inPlace) {
        SheetError error = copied.error().sheet.value_or(SheetError{});
        error.reason = {nothingPutInto(name, *loss)};
        error.wayOut = {say::doNotWriteInPlace()};
        return tl::unexpected(RunResultsError{std::move(error), std::nullopt, true});
    }
    LEADSHEET_TRY(auto kept, copyKeptRows(ledger, run, *record, options, stop));
    return RunResults{std::move(kept), rowsFromLedger(name, *loss)};
}

} // namespace leadsheet::app
