// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"

#include "results/atomic_file.hpp"
#include "results/edited_results.hpp"
#include "results/text_sink.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>
#include <ctime>
#include <system_error>

namespace leadsheet::app {
namespace {

using Lookup = std::function<std::optional<RowOutcome>(std::uint32_t row)>;

// Which columns of the sheet are kept, and from which column on ours are written.
struct Layout {
    std::uint32_t width = 0; ///< cells of the widest kept row
    std::vector<bool> own;   ///< columns of an earlier results file, which are replaced
};

SheetResult<void> checkTarget(const std::filesystem::path& input, const ResultsOptions& options,
                              const std::filesystem::path& output) {
    std::error_code error;
    const bool same = std::filesystem::equivalent(input, output, error) || input == output;
    if (same && !options.inPlace)
        return tl::unexpected(SheetError{SheetErrorCode::OutputIsInput,
                                         {},
                                         "The results would replace the sheet they are about.",
                                         "Choose another name, or ask for it (--in-place); a "
                                         "backup is made then.",
                                         {}});
    if (!same && !options.overwrite && std::filesystem::exists(output, error))
        return tl::unexpected(SheetError{SheetErrorCode::OutputExists,
                                         {},
                                         "\"" + output.string() + "\" exists already.",
                                         "Choose another name, or ask to replace it (--overwrite).",
                                         {}});
    return {};
}

// One pass over the sheet, so that added columns line up to the right of the widest row.
SheetResult<Layout> measure(RowSource& source, const ResultsOptions& options) {
    Layout layout;
    RowView row;
    for (;;) {
        const auto next = source.next(row);
        if (!next)
            return tl::unexpected(next.error());
        if (*next == Next::End)
            break;
        layout.width = std::max(layout.width, static_cast<std::uint32_t>(row.cells.size()));
        if (options.headerRow && row.row == *options.headerRow)
            for (const Cell& cell : row.cells)
                layout.own.push_back(isResultHeader(cell.text));
    }
    layout.own.resize(layout.width, false);
    if (auto again = source.open(options.sheetIndex); !again)
        return tl::unexpected(again.error());
    return layout;
}

class RowCopier {
public:
    RowCopier(const TextDialect& dialect, Layout layout)
        : dialect_(dialect)
        , layout_(std::move(layout)) {}

    // The row as it was, with `added` to the right; without added cells not a byte changes.
    const std::string& copy(const RowView& row, const std::array<std::string, 6>* added) {
        line_.clear();
        std::uint32_t written = 0;
        for (const Cell& cell : row.cells) {
            if (layout_.own[cell.column])
                continue;
            if (written++ > 0)
                line_ += dialect_.delimiter;
            line_ += cell.raw;
        }
        if (added != nullptr)
            append(*added, written);
        line_ += row.terminator.empty() && added != nullptr ? std::string_view(dialect_.lineEnd)
                                                            : row.terminator;
        return line_;
    }

private:
    void append(const std::array<std::string, 6>& added, std::uint32_t written) {
        const auto kept =
            static_cast<std::uint32_t>(std::count(layout_.own.begin(), layout_.own.end(), false));
        // A row without cells has no delimiter to end its first, empty cell either.
        for (std::uint32_t cells = std::max(written, 1U); cells < kept; ++cells)
            line_ += dialect_.delimiter;
        for (const std::string& text : added) {
            line_ += dialect_.delimiter;
            appendDelimitedCell(line_, text, dialect_.delimiter);
        }
    }

    const TextDialect& dialect_;
    Layout layout_;
    std::string line_;
};

std::array<std::string, 6> cellsOf(const RowOutcome& outcome) {
    std::uint64_t replaced = 0;
    std::array<std::string, 6> cells = {outcome.status, outcome.orderNumber, outcome.price,
                                        outcome.code,   outcome.message,     outcome.key};
    for (std::string& cell : cells)
        cell = guardFormula(repairUtf8(cell, replaced));
    return cells;
}

std::array<std::string, 6> headerCells() {
    std::array<std::string, 6> cells;
    std::copy(kResultHeaders.begin(), kResultHeaders.end(), cells.begin());
    return cells;
}

SheetResult<void> copyRows(RowSource& source, const ResultsOptions& options, const Lookup& outcome,
                           RowCopier& copier, TextSink& sink, ResultsReport& report) {
    const std::array<std::string, 6> headers = headerCells();
    const std::uint32_t firstData = options.headerRow ? *options.headerRow + 1 : 1;
    RowView row;
    for (;;) {
        const auto next = source.next(row);
        if (!next)
            return tl::unexpected(next.error());
        if (*next == Next::End)
            return {};
        const std::array<std::string, 6>* added = nullptr;
        std::array<std::string, 6> cells;
        if (options.headerRow && row.row == *options.headerRow) {
            added = &headers;
        } else if (row.row >= firstData) {
            if (const auto found = outcome(row.row)) {
                cells = cellsOf(*found);
                added = &cells;
                ++report.rows;
            } else if (!row.blank()) {
                ++report.unmatched;
            }
        }
        if (auto written = sink.write(copier.copy(row, added)); !written)
            return written;
    }
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
                                        const ResultsOptions& options, const Lookup& outcome,
                                        std::stop_token stop) {
    ResultsReport report;
    report.output = !options.output.empty() ? options.output
                    : options.inPlace       ? input
                                            : resultsPathFor(input);
    if (auto target = checkTarget(input, options, report.output); !target)
        return tl::unexpected(target.error());
    SheetOptions sheet = options.sheet;
    sheet.hashInput = !options.expectedSha256.empty();
    auto source = openSheet(input, sheet, std::move(stop));
    if (!source)
        return tl::unexpected(source.error());
    if (sheet.hashInput && (*source)->sha256() != options.expectedSha256)
        return tl::unexpected(SheetError{
            SheetErrorCode::ChangedWhileReading,
            {},
            "The sheet is not the one that the orders were made from; its content has changed.",
            "Restore that version, or check the changed sheet as a new run.",
            {}});
    if ((*source)->dialect() == nullptr)
        return tl::unexpected(SheetError{SheetErrorCode::UnsupportedFormat,
                                         {},
                                         "Results are written into text sheets, not into an " +
                                             std::string(sheetFormatName((*source)->format())) +
                                             ".",
                                         "Save the sheet as CSV and write the results there.",
                                         {}});
    auto layout = measure(**source, options);
    if (!layout)
        return tl::unexpected(layout.error());
    auto file = AtomicFile::create(report.output);
    if (!file)
        return tl::unexpected(file.error());
    const TextDialect& dialect = *(*source)->dialect();
    auto sink = TextSink::create(*file, dialect, (*source)->format() == SheetFormat::GzippedText);
    if (!sink)
        return tl::unexpected(sink.error());
    RowCopier copier(dialect, std::move(*layout));
    if (auto head = sink->write(dialect.separatorLine); !head)
        return tl::unexpected(head.error());
    if (auto copied = copyRows(**source, options, outcome, copier, *sink, report); !copied)
        return tl::unexpected(copied.error());
    if (auto finished = sink->finish(); !finished)
        return tl::unexpected(finished.error());
    std::error_code error;
    const bool same = std::filesystem::equivalent(input, report.output, error);
    const bool keep =
        same || (options.keepEdited && std::filesystem::exists(report.output, error) &&
                 holdsOtherCells(report.output, input, options));
    if (keep)
        report.backup = backupPathFor(report.output);
    const auto committed = keep ? file->commitKeeping(report.backup) : file->commit();
    if (!committed)
        return tl::unexpected(committed.error());
    return report;
}

} // namespace leadsheet::app
