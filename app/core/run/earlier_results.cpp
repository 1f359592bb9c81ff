// SPDX-License-Identifier: Apache-2.0
#include "run/earlier_results.hpp"

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/money.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>

namespace leadsheet::app {
namespace {

/// The row that names at least as many of our columns as every results file has.
std::optional<std::uint32_t> resultsHeader(const SheetOverview& overview) {
    for (const SampleRow& row : overview.head) {
        const auto ours = std::count_if(row.cells.begin(), row.cells.end(),
                                        [](const auto& cell) { return isResultHeader(cell); });
        if (ours >= static_cast<std::ptrdiff_t>(kOldestResultHeaders))
            return row.row;
    }
    return std::nullopt;
}

/// An amount as results give it, from a cell that shows it as money.
std::string plainAmount(const Cell& cell, const std::string& currency) {
    if (cell.kind != CellKind::Number || currency.empty())
        return std::string(cell.text);
    std::array<char, 64> text{};
    const int length =
        std::snprintf(text.data(), text.size(), "%.*f", minorDigits(currency), cell.number);
    return length > 0
               ? std::string(text.data(), std::min<std::size_t>(static_cast<std::size_t>(length),
                                                                text.size() - 1))
               : std::string();
}

/// A sheet that is read row by row, in ascending order.
class RowCursor {
public:
    RowCursor(const std::filesystem::path& file, const SheetOptions& options, std::size_t sheet) {
        auto source = openSheet(file, options);
        if (source && (*source)->open(sheet))
            source_ = *std::move(source);
    }
    /// Null where the sheet has no such row.
    const RowView* at(std::uint32_t row) {
        while (source_ && row_.row + row_.repeat <= row) {
            const auto next = source_->next(row_);
            if (!next || *next == Next::End)
                source_.reset();
        }
        return source_ && row_.row <= row ? &row_ : nullptr;
    }

private:
    std::unique_ptr<RowSource> source_;
    RowView row_{0, 1, 0, false, {}, {}};
};

} // namespace

class EarlierResults::Tab {
public:
    Tab(const std::filesystem::path& file, const std::filesystem::path& sheet,
        const SheetOptions& options, std::size_t inFile, std::size_t inSheet, std::uint32_t header,
        bool guarded)
        : written_(file, options, inFile)
        , sheet_(sheet, options, inSheet)
        , header_(header)
        , guarded_(guarded) {}

    std::uint32_t header() const { return header_; }

    std::optional<RowOutcome> of(std::uint32_t row) {
        if (!looked_)
            lookAtHeaders();
        looked_ = true;
        const RowView* before = written_.at(row);
        const RowView* now = sheet_.at(row);
        if (row <= header_ || before == nullptr || now == nullptr ||
            others(*before, writtenColumns_) != others(*now, sheetColumns_))
            return std::nullopt;
        return outcomeIn(*before);
    }

private:
    /// Which of kResultHeaders a column is, by column.
    using Columns = std::vector<std::optional<std::size_t>>;

    static Columns columnsOf(const RowView* header) {
        Columns columns;
        for (const Cell& cell : header == nullptr ? std::span<const Cell>() : header->cells) {
            columns.resize(std::max<std::size_t>(columns.size(), cell.column + 1));
            const auto* const found =
                std::find_if(kResultHeaders.begin(), kResultHeaders.end(),
                             [&](auto own) { return plainName(own) == plainName(cell.text); });
            if (found != kResultHeaders.end())
                columns[cell.column] = static_cast<std::size_t>(found - kResultHeaders.begin());
        }
        return columns;
    }

    void lookAtHeaders() {
        writtenColumns_ = columnsOf(written_.at(header_));
        sheetColumns_ = columnsOf(sheet_.at(header_));
    }

    /// The texts of the cells that are not ours.
    static std::vector<std::string> others(const RowView& row, const Columns& columns) {
        std::vector<std::string> texts;
        for (const Cell& cell : row.cells)
            if (cell.column >= columns.size() || !columns[cell.column])
                texts.emplace_back(cell.text);
        while (!texts.empty() && texts.back().empty())
            texts.pop_back();
        return texts;
    }

    std::optional<RowOutcome> outcomeIn(const RowView& row) const {
        std::array<const Cell*, kResultHeaders.size()> cells{};
        for (const Cell& cell : row.cells)
            if (cell.column < writtenColumns_.size() && writtenColumns_[cell.column])
                cells.at(*writtenColumns_[cell.column]) = &cell;
        const auto textOf = [&](std::size_t result) {
            const Cell* cell = cells.at(result);
            if (cell == nullptr)
                return std::string();
            return std::string(guarded_ ? withoutFormulaGuard(cell->text) : cell->text);
        };
        RowOutcome outcome{textOf(0), textOf(1), {},        textOf(3), textOf(4),
                           textOf(5), textOf(6), textOf(7), {}};
        if (cells[2] != nullptr)
            outcome.price = plainAmount(*cells[2], outcome.currency);
        if (cells[8] != nullptr)
            outcome.charged = plainAmount(*cells[8], outcome.currency);
        if (outcome.status.empty() && outcome.orderNumber.empty() && outcome.key.empty())
            return std::nullopt;
        return outcome;
    }

    RowCursor written_;
    RowCursor sheet_;
    std::uint32_t header_;
    bool guarded_;
    bool looked_ = false;
    Columns writtenColumns_;
    Columns sheetColumns_;
};

EarlierResults::EarlierResults(const std::filesystem::path& file,
                               const std::filesystem::path& sheet, const SheetOptions& options)
    : file_(file)
    , sheet_(sheet)
    , options_(options) {
    options_.merged = MergedCells::FirstCellOnly;
    options_.hashInput = false;
    std::error_code ignored;
    if (!std::filesystem::exists(file_, ignored))
        return;
    const auto written = openSheet(file_, options_);
    const auto now = openSheet(sheet_, options_);
    if (!written || !now)
        return;
    const auto before = (*written)->sheets();
    const auto tabs = (*now)->sheets();
    const bool named = isWorkbook((*now)->format());
    CheckOptions look;
    look.sheet = options_;
    for (std::size_t i = 0; i < before.size(); ++i) {
        // A text file's only tab is called as the file is.
        const auto same = std::find_if(tabs.begin(), tabs.end(), [&](const SheetInfo& tab) {
            return !named || tab.name == before[i].name;
        });
        look.sheetIndex = i;
        const auto overview = inspectSheet(file_, look);
        const auto header = overview ? resultsHeader(*overview) : std::nullopt;
        isOurs_ = isOurs_ || header.has_value(); // also where the tabs have other names by now
        if (same == tabs.end() || !header)
            continue;
        const auto index = static_cast<std::size_t>(same - tabs.begin());
        tabs_[index] = std::make_unique<Tab>(file_, sheet_, options_, i, index, *header, !named);
    }
}

EarlierResults::~EarlierResults() = default;

std::vector<ResultsTab> EarlierResults::tabs() const {
    std::vector<ResultsTab> tabs;
    for (const auto& [sheet, tab] : tabs_)
        tabs.push_back({sheet, tab->header()});
    return tabs;
}

std::optional<RowOutcome> EarlierResults::of(std::size_t sheet, std::uint32_t row) {
    const auto found = tabs_.find(sheet);
    return found == tabs_.end() ? std::nullopt : found->second->of(row);
}

} // namespace leadsheet::app
