// SPDX-License-Identifier: Apache-2.0
#include "results/edited_results.hpp"

namespace leadsheet::app {
namespace {

/// The cells of a file that are not ours, row by row.
class OwnCells {
public:
    OwnCells(const std::filesystem::path& file, const ResultsOptions& options)
        : headerRow_(options.headerRow) {
        auto source = openSheet(file, options.sheet);
        if (source && (*source)->open(options.sheetIndex))
            source_ = *std::move(source);
    }

    /// False at the end, and when the file cannot be read.
    bool next(std::vector<std::string>& cells) {
        cells.clear();
        if (source_ == nullptr)
            return false;
        RowView row;
        const auto next = source_->next(row);
        if (!next || *next == Next::End) {
            ended_ = next.has_value();
            return false;
        }
        if (headerRow_ && row.row == *headerRow_)
            for (const Cell& cell : row.cells)
                ours_.push_back(isResultHeader(cell.text));
        for (const Cell& cell : row.cells)
            if (cell.column >= ours_.size() || !ours_[cell.column])
                cells.emplace_back(cell.text);
        while (!cells.empty() && cells.back().empty())
            cells.pop_back();
        return true;
    }

    bool endedWell() const { return ended_; }

private:
    std::unique_ptr<RowSource> source_;
    std::optional<std::uint32_t> headerRow_;
    std::vector<bool> ours_;
    bool ended_ = false;
};

} // namespace

bool holdsOtherCells(const std::filesystem::path& results, const std::filesystem::path& input,
                     const ResultsOptions& options) {
    OwnCells written(results, options);
    OwnCells sheet(input, options);
    std::vector<std::string> before;
    std::vector<std::string> now;
    while (written.next(before))
        if (!sheet.next(now) || before != now)
            return true;
    return !written.endedWell();
}

} // namespace leadsheet::app
