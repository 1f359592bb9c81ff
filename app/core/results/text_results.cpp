// SPDX-License-Identifier: Apache-2.0
#include "results/text_results.hpp"

#include "leadsheet/try.hpp"
#include "results/text_sink.hpp"

#include <algorithm>
#include <vector>

namespace leadsheet::app {
namespace {

// Which columns of the sheet are kept, and from which column on ours are written.
struct Layout {
    std::uint32_t width = 0; ///< cells of the widest kept row
    std::vector<bool> own;   ///< columns of an earlier results file, which are replaced
};

// One pass over the sheet, so that added columns line up to the right of the widest row.
SheetResult<Layout> measure(RowSource& source, const ResultsOptions& options) {
    Layout layout;
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            break;
        layout.width = std::max(layout.width, static_cast<std::uint32_t>(row.cells.size()));
        if (options.headerRow && row.row == *options.headerRow)
            for (const Cell& cell : row.cells)
                layout.own.push_back(isResultHeader(cell.text));
    }
    layout.own.resize(layout.width, false);
    LEADSHEET_TRY_DONE(source.open(options.sheetIndex));
    return layout;
}

class RowCopier {
public:
    RowCopier(const TextDialect& dialect, Layout layout)
        : dialect_(dialect)
        , aligned_(!dialect.columnStarts.empty())
        , delimiter_(aligned_ ? ',' : dialect.delimiter)
        , layout_(std::move(layout)) {}

    // The row as it was, with `added` to the right; without added cells not a byte changes.
    const std::string& copy(const RowView& row, const ResultTexts* added) {
        line_.clear();
        std::uint32_t written = 0;
        for (const Cell& cell : row.cells) {
            if (layout_.own[cell.column])
                continue;
            if (written++ > 0)
                line_ += delimiter_;
            if (aligned_)
                appendDelimitedCell(line_, cell.text, delimiter_);
            else
                line_ += cell.raw;
        }
        if (added != nullptr)
            append(*added, written);
        line_ += row.terminator.empty() && added != nullptr ? std::string_view(dialect_.lineEnd)
                                                            : row.terminator;
        return line_;
    }

private:
    void append(const ResultTexts& added, std::uint32_t written) {
        const auto kept =
            static_cast<std::uint32_t>(std::count(layout_.own.begin(), layout_.own.end(), false));
        // A row without cells has no delimiter to end its first, empty cell either.
        for (std::uint32_t cells = std::max(written, 1U); cells < kept; ++cells)
            line_ += delimiter_;
        for (const std::string& text : added) {
            line_ += delimiter_;
            appendDelimitedCell(line_, text, delimiter_, dialect_.quote);
        }
    }

    const TextDialect& dialect_;
    bool aligned_; // by blanks, which more columns would not be: written with commas
    char delimiter_;
    Layout layout_;
    std::string line_;
};

ResultTexts cellsOf(const RowOutcome& outcome) {
    ResultTexts cells = textsOf(outcome);
    for (std::string& cell : cells)
        cell = guardFormula(cell);
    return cells;
}

ResultTexts headerCells() {
    ResultTexts cells;
    std::copy(kResultHeaders.begin(), kResultHeaders.end(), cells.begin());
    return cells;
}

SheetResult<void> copyRows(RowSource& source, const ResultsOptions& options,
                           const OutcomeLookup& outcome, RowCopier& copier, TextSink& sink,
                           ResultsReport& report) {
    const ResultTexts headers = headerCells();
    const std::uint32_t firstData = options.headerRow ? *options.headerRow + 1 : 1;
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, source.next(row));
        if (next == Next::End)
            return {};
        const ResultTexts* added = nullptr;
        ResultTexts cells;
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
        LEADSHEET_TRY_DONE(sink.write(copier.copy(row, added)));
    }
}

} // namespace

SheetResult<void> writeTextResults(RowSource& source, const ResultsOptions& options,
                                   const OutcomeLookup& outcome, AtomicFile& output,
                                   ResultsReport& report) {
    LEADSHEET_TRY(auto layout, measure(source, options));
    const TextDialect& dialect = *source.dialect();
    LEADSHEET_TRY(auto sink,
                  TextSink::create(output, dialect, source.format() == SheetFormat::GzippedText));
    RowCopier copier(dialect, std::move(layout));
    LEADSHEET_TRY_DONE(sink.write(dialect.separatorLine));
    LEADSHEET_TRY_DONE(copyRows(source, options, outcome, copier, sink, report));
    return sink.finish();
}

} // namespace leadsheet::app
