// SPDX-License-Identifier: Apache-2.0
#include "grid_source.hpp"

#include "leadsheet/app/results_file.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::desktop {
namespace {

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Rows that a search goes through, in their order.
class Rows {
public:
    Rows(const app::RowSpool& spool, const std::vector<std::uint32_t>* only)
        : spool_(spool)
        , only_(only) {}

    std::uint64_t size() const { return only_ != nullptr ? only_->size() : spool_.rows(); }

    std::optional<app::SpooledRow> at(std::uint64_t position) const {
        std::optional<std::uint64_t> index = position;
        if (only_ != nullptr)
            index = spool_.indexOf((*only_)[position]);
        if (!index)
            return std::nullopt;
        auto row = spool_.row(*index);
        return row ? std::optional(*std::move(row)) : std::nullopt;
    }

    /// Position of the first row with this number or a higher one.
    std::uint64_t from(std::uint32_t number) const {
        std::uint64_t low = 0;
        std::uint64_t high = size();
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            const auto row = at(middle);
            if (row && row->number() < number)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

private:
    const app::RowSpool& spool_;
    const std::vector<std::uint32_t>* only_;
};

/// Columns in which a row contains the text, ascending.
std::vector<std::uint32_t> columnsWith(const GridSource& source, const app::SpooledRow& row,
                                       std::uint32_t columns, const QString& text) {
    std::vector<std::uint32_t> found;
    if (row.blank() && source.edits == nullptr)
        return found;
    for (std::uint32_t column = 0; column < columns; ++column)
        if (source.text(row, column).contains(text, Qt::CaseInsensitive))
            found.push_back(column);
    return found;
}

} // namespace

QString GridSource::text(const app::SpooledRow& row, std::uint32_t column) const {
    if (const std::string* edit = edited(row.number(), column))
        return QString::fromStdString(*edit);
    return fromUtf8(row.textAt(column));
}

std::optional<GridCell> findText(const GridSource& source, const QString& text, GridCell from,
                                 bool forward, const std::vector<std::uint32_t>* only,
                                 const std::stop_token& stop) {
    const Rows rows(*source.rows, only);
    const std::uint64_t count = rows.size();
    if (count == 0 || text.isEmpty())
        return std::nullopt;
    const std::uint32_t columns = source.rows->columns();
    const std::uint64_t start = std::min(rows.from(from.row), count - 1);
    // The row it starts in comes first and, for the cells before the start, once more at the end.
    for (std::uint64_t step = 0; step <= count && !stop.stop_requested(); ++step) {
        const std::uint64_t at =
            forward ? (start + step) % count : (start + count - step % count) % count;
        const auto row = rows.at(at);
        if (!row)
            continue;
        auto found = columnsWith(source, *row, columns, text);
        if (!forward)
            std::reverse(found.begin(), found.end());
        for (const std::uint32_t column : found) {
            const GridCell cell{row->number(), column};
            if (step == 0 && (forward ? cell <= from : cell >= from))
                continue;
            return cell;
        }
    }
    return std::nullopt;
}

std::vector<std::uint32_t> rowsReading(const GridSource& source, std::uint32_t column,
                                       std::uint32_t firstRow, const QString& what,
                                       const std::stop_token& stop) {
    const Rows rows(*source.rows, nullptr);
    const QString wanted = what.trimmed();
    std::vector<std::uint32_t> found;
    for (std::uint64_t at = rows.from(firstRow); at < rows.size() && !stop.stop_requested(); ++at)
        if (const auto row = rows.at(at); row && source.text(*row, column).trimmed() == wanted)
            found.push_back(row->number());
    return found;
}

QString copiedText(const GridSource& source, const std::vector<CopyRange>& ranges,
                   const std::vector<std::uint32_t>* numbers, const std::stop_token& stop) {
    if (ranges.empty())
        return {};
    const Rows rows(*source.rows, numbers);
    std::uint32_t left = ranges.front().firstColumn;
    std::uint32_t right = ranges.front().lastColumn;
    std::set<std::uint64_t> starts;
    for (const CopyRange& range : ranges) {
        left = std::min(left, range.firstColumn);
        right = std::max(right, range.lastColumn);
        starts.insert(range.firstRow);
    }
    const std::uint64_t bottom =
        std::max_element(ranges.begin(), ranges.end(), [](const CopyRange& a, const CopyRange& b) {
            return a.lastRow < b.lastRow;
        })->lastRow;
    std::string text;
    for (std::uint64_t at = *starts.begin(); at <= bottom && !stop.stop_requested(); ++at) {
        std::vector<const CopyRange*> here;
        for (const CopyRange& range : ranges)
            if (at >= range.firstRow && at <= range.lastRow)
                here.push_back(&range);
        if (here.empty()) {
            const auto next = starts.upper_bound(at);
            at = next == starts.end() ? bottom : *next - 1;
            continue;
        }
        const auto row = rows.at(at);
        for (std::uint32_t column = left; row && column <= right; ++column) {
            if (column > left)
                text.push_back('\t');
            const bool chosen = std::any_of(here.begin(), here.end(), [column](const auto* range) {
                return column >= range->firstColumn && column <= range->lastColumn;
            });
            if (chosen)
                app::appendDelimitedCell(text, source.text(*row, column).toStdString(), '\t');
        }
        text.push_back('\n');
    }
    return QString::fromStdString(text);
}

} // namespace leadsheet::desktop
