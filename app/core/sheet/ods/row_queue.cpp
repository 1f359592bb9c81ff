// SPDX-License-Identifier: Apache-2.0
#include "sheet/ods/row_queue.hpp"

namespace leadsheet::app {

void OdsRowQueue::addCell(const NewCell& cell) {
    Packed packed{{}, cell.repeat, buildingText_.size(), cell.text.size()};
    packed.cell.kind = cell.kind;
    packed.cell.formula = cell.formula;
    packed.cell.column = cell.column;
    packed.cell.number = cell.number;
    building_.push_back(packed);
    buildingText_ += cell.text;
}

void OdsRowQueue::finishRow(std::uint32_t row, std::uint32_t repeat, bool hidden) {
    const std::size_t shift = text_.size();
    const std::size_t first = cells_.size();
    text_ += buildingText_;
    for (Packed& packed : building_) {
        packed.textAt += shift;
        cells_.push_back(packed);
    }
    rows_.push_back({row, repeat, hidden, first, cells_.size()});
    building_.clear();
    buildingText_.clear();
}

void OdsRowQueue::addBlankRow(std::uint32_t row, std::uint32_t repeat) {
    rows_.push_back({row, repeat, false, cells_.size(), cells_.size()});
}

bool OdsRowQueue::take(RowView& row) {
    if (next_ == rows_.size()) {
        rows_.clear();
        cells_.clear();
        text_.clear();
        next_ = 0;
        return false;
    }
    const Row& oldest = rows_[next_++];
    expanded_.clear();
    for (std::size_t i = oldest.firstCell; i < oldest.endCell; ++i) {
        const Packed& packed = cells_[i];
        Cell cell = packed.cell;
        cell.text = std::string_view(text_).substr(packed.textAt, packed.textBytes);
        for (std::uint32_t n = 0; n < packed.repeat; ++n, ++cell.column)
            expanded_.push_back(cell);
    }
    row = RowView{};
    row.row = oldest.row;
    row.repeat = oldest.repeat;
    row.hidden = oldest.hidden;
    row.cells = expanded_;
    return true;
}

void OdsRowQueue::clear() {
    building_.clear();
    buildingText_.clear();
    rows_.clear();
    cells_.clear();
    text_.clear();
    next_ = 0;
}

} // namespace leadsheet::app
