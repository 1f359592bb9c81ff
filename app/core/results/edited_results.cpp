// SPDX-License-Identifier: Apache-2.0
#include "results/edited_results.hpp"

#include "results/result_layout.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace leadsheet::app {
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

} // namespace

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

} // namespace leadsheet::app
