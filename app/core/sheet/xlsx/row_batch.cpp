// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/row_batch.hpp"

#include <utility>

namespace leadsheet::app {
namespace {

template <typename T>
void dropFront(std::vector<T>& list, std::size_t count) {
    list.erase(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count));
}

} // namespace

void RowBatch::startRow(std::uint32_t row, bool hidden) {
    building_ = {row, hidden, cells_.size(), 0, renderings_.size(), 0};
}

void RowBatch::addRendered(const Cell& cell, const CellFormat& format) {
    renderings_.push_back({cells_.size() - building_.firstCell, &format});
    cells_.push_back(cell);
}

void RowBatch::finishRow() {
    building_.endCell = cells_.size();
    building_.endRendering = renderings_.size();
    rows_.push_back(building_);
    startRow(building_.row, false);
}

void RowBatch::dropRow() {
    cells_.resize(building_.firstCell);
    renderings_.resize(building_.firstRendering);
}

RowBatch::Row RowBatch::take() {
    const Head& head = rows_[taken_++];
    return {head.row, head.hidden,
            std::span(cells_).subspan(head.firstCell, head.endCell - head.firstCell),
            std::span(renderings_)
                .subspan(head.firstRendering, head.endRendering - head.firstRendering)};
}

void RowBatch::recycle() {
    if (taken_ == 0)
        return;
    dropFront(rows_, taken_);
    taken_ = 0;
    const std::size_t cells = rows_.empty() ? building_.firstCell : rows_.front().firstCell;
    const std::size_t renderings =
        rows_.empty() ? building_.firstRendering : rows_.front().firstRendering;
    dropFront(cells_, cells);
    dropFront(renderings_, renderings);
    const auto shift = [&](Head& head) {
        head.firstCell -= cells;
        head.endCell -= std::min(head.endCell, cells);
        head.firstRendering -= renderings;
        head.endRendering -= std::min(head.endRendering, renderings);
    };
    for (Head& head : rows_)
        shift(head);
    shift(building_);
    for (Cell& cell : cells_)
        cell.text = spare_.keep(cell.text);
    std::swap(arena_, spare_);
    spare_.reset();
}

void RowBatch::clear() {
    rows_.clear();
    cells_.clear();
    renderings_.clear();
    taken_ = 0;
    building_ = {};
    arena_.reset();
    spare_.reset();
}

} // namespace leadsheet::app
