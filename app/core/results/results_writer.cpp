// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"

#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "results/result_layout.hpp"
#include "results/results_copies.hpp"
#include "sheet/byte_stream.hpp"
#include "write/atomic_file.hpp"

#include <algorithm>
#include <cctype>
#include <ctime>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

struct PlacedText {
    std::uint32_t row = 0;
    std::size_t column = 0; ///< among those that are not ours
    std::string text;

    friend bool operator==(const PlacedText&, const PlacedText&) = default;
};

/// The cells of an open sheet that have a text and are not ours, in order.
class OtherCells {
public:
    OtherCells(RowSource& source, std::optional<std::uint32_t> headerRow)
        : source_(source)
        , headerRow_(headerRow) {}

    /// False at the end, and when the file cannot be read.
    bool next(PlacedText& cell) {
        while (at_ == found_.size()) {
            if (repeats_ > 0) {
                --repeats_;
                ++row_;
                at_ = 0;
            } else if (!readRow()) {
                return false;
            }
        }
        cell = found_[at_++];
        cell.row = row_;
        return true;
    }

    bool endedWell() const { return ended_; }

private:
    bool readRow() {
        RowView row;
        const auto next = source_.next(row);
        if (!next || *next == Next::End) {
            ended_ = next.has_value();
            return false;
        }
        found_.clear();
        at_ = 0;
        row_ = row.row;
        if (headerRow_ == row.row)
            for (const Cell& cell : row.cells) {
                ours_.resize(std::max<std::size_t>(ours_.size(), cell.column + 1));
                ours_[cell.column] = isResultHeader(cell.text);
            }
        for (const Cell& cell : row.cells)
            if (!cell.text.empty() && !isOurs(cell.column))
                found_.push_back(
                    {row.row, cell.column - oursBefore(cell.column), std::string(cell.text)});
        // A blank row that stands for a million says nothing.
        repeats_ = found_.empty() ? 0 : row.repeat - 1;
        return true;
    }

    bool isOurs(std::uint32_t column) const { return column < ours_.size() && ours_[column]; }
    std::size_t oursBefore(std::uint32_t column) const {
        const auto end = static_cast<std::ptrdiff_t>(std::min<std::size_t>(column, ours_.size()));
        return static_cast<std::size_t>(std::count(ours_.begin(), ours_.begin() + end, true));
    }

    RowSource& source_;
    std::optional<std::uint32_t> headerRow_;
    std::vector<bool> ours_;
    std::vector<PlacedText> found_;
    std::size_t at_ = 0;
    std::uint32_t row_ = 0;
    std::uint32_t repeats_ = 0;
    bool ended_ = false;
};

bool holdsOthers(RowSource& written, RowSource& sheet, std::optional<std::uint32_t> headerRow) {
    OtherCells before(written, headerRow);
    OtherCells now(sheet, headerRow);
    PlacedText kept;
    PlacedText again;
    while (before.next(kept))
        if (!now.next(again) || kept != again)
            return true;
    return !before.endedWell();
}

bool sameTabs(const RowSource& a, const RowSource& b) {
    // A text file's only tab has the name of the file.
    return a.sheets().size() == b.sheets().size() &&
           (!isWorkbook(a.format()) ||
            std::equal(a.sheets().begin(), a.sheets().end(), b.sheets().begin(),
                       [](const SheetInfo& x, const SheetInfo& y) { return x.name == y.name; }));
}

/// Whether replacing `results`, written earlier for `input`, would lose cells that a new writing
/// does not bring back: a person's notes, or rows of an older sheet. Cells under result headers do
/// not count. A file that cannot be read counts as edited.
bool holdsOtherCells(const std::filesystem::path& results, const std::filesystem::path& input,
                     const ResultsOptions& options) {
    SheetOptions asStored = options.sheet;
    asStored.merged = MergedCells::FirstCellOnly;
    asStored.hashInput = false;
    const auto written = openSheet(results, asStored);
    const auto sheet = openSheet(input, asStored);
    if (!written || !sheet || !sameTabs(**written, **sheet))
        return true;
    for (std::size_t tab = 0; tab < (*sheet)->sheets().size(); ++tab) {
        if (!(*written)->open(tab) || !(*sheet)->open(tab))
            return true;
        std::optional<std::uint32_t> headerRow;
        for (const ResultsTab& own : tabsOf(options))
            if (own.sheet == tab)
                headerRow = own.headerRow;
        if (holdsOthers(**written, **sheet, headerRow))
            return true;
    }
    return false;
}

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

/// A link to a sheet stays one: what it leads to is written.
std::filesystem::path fileBehind(const std::filesystem::path& sheet) {
    std::error_code error;
    std::filesystem::path file = std::filesystem::canonical(sheet, error);
    return error ? sheet : file;
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
                    : options.inPlace       ? fileBehind(input)
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
    if (sheet.hashInput && source->digests().sha256 != options.expectedSha256)
        return tl::unexpected(SheetError{SheetErrorCode::ChangedWhileReading,
                                         {},
                                         {say::sheetContentChanged()},
                                         {say::restoreOrCheckAnew()},
                                         {}});
    LEADSHEET_TRY(auto file, AtomicFile::create(report.output, input));
    LEADSHEET_TRY_DONE(
        isWorkbook(source->format())
            ? writeWorkbookResults(input, *source, options, outcome, file, report, stop)
            : writeTextResults(
                  *source, options,
                  [&](std::uint32_t row) { return outcome(options.sheetIndex, row); }, file,
                  report));
    if (stop.stop_requested())
        return cancelledError();
    std::error_code error;
    const bool same = std::filesystem::equivalent(input, report.output, error);
    const bool keep =
        same || (options.keepEdited && std::filesystem::exists(report.output, error) &&
                 holdsOtherCells(report.output, input, options));
    if (keep)
        report.backup = backupPathFor(report.output);
    if (same && options.beforeReplacing) {
        LEADSHEET_TRY(const auto sha256, file.sha256());
        options.beforeReplacing(sha256);
    }
    LEADSHEET_TRY_DONE(keep ? file.commitKeeping(report.backup) : file.commit());
    return report;
}

namespace {

struct Ending {
    std::string_view ending;           ///< lower case
    std::optional<SheetFormat> format; ///< absent = of none that results are written in
};

constexpr std::array<Ending, 12> kEndings = {{{".csv", SheetFormat::DelimitedText},
                                              {".tsv", SheetFormat::DelimitedText},
                                              {".tab", SheetFormat::DelimitedText},
                                              {".txt", SheetFormat::DelimitedText},
                                              {".gz", SheetFormat::GzippedText},
                                              {".xlsx", SheetFormat::Xlsx},
                                              {".xlsm", SheetFormat::Xlsm},
                                              {".ods", SheetFormat::Ods},
                                              {".xls", std::nullopt},
                                              {".xlsb", std::nullopt},
                                              {".json", std::nullopt},
                                              {".pdf", std::nullopt}}};

std::string_view usualEnding(SheetFormat format) {
    const auto* const found =
        std::find_if(kEndings.begin(), kEndings.end(),
                     [format](const Ending& known) { return known.format == format; });
    return format == SheetFormat::GzippedText ? ".csv.gz" : found->ending;
}

} // namespace

std::optional<SheetError> resultsNameProblem(SheetFormat format,
                                             const std::filesystem::path& output) {
    std::string ending = output.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto* const known =
        std::find_if(kEndings.begin(), kEndings.end(),
                     [&](const Ending& candidate) { return candidate.ending == ending; });
    if (known == kEndings.end() || known->format == format)
        return std::nullopt;
    return SheetError{
        SheetErrorCode::InvalidOption,
        {},
        {say::nameContradictsFormat(sheetFormatName(format), output.filename().string())},
        {say::endNameIn(usualEnding(format))},
        {}};
}

} // namespace leadsheet::app
