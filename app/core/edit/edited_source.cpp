// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_edits.hpp"

#include <utility>

namespace leadsheet::app {
namespace {

class EditedSource final : public RowSource {
public:
    EditedSource(std::unique_ptr<RowSource> inner, std::shared_ptr<const SheetEdits> edits)
        : inner_(std::move(inner))
        , edits_(std::move(edits)) {}

    SheetFormat format() const override { return inner_->format(); }
    std::span<const SheetInfo> sheets() const override { return inner_->sheets(); }
    SheetStats stats() const override { return inner_->stats(); }
    const TextDialect* dialect() const override { return inner_->dialect(); }
    std::size_t sheet() const override { return inner_->sheet(); }
    const std::string& sha256() const override { return inner_->sha256(); }
    std::span<const std::uint32_t> hiddenColumns() const override {
        return inner_->hiddenColumns();
    }
    std::span<const CellRange> mergedRanges() const override { return inner_->mergedRanges(); }

    SheetResult<void> open(std::size_t sheet) override {
        repeated_.reset();
        return inner_->open(sheet);
    }

    SheetResult<Next> next(RowView& row) override {
        if (!repeated_) {
            RowView given;
            const auto next = inner_->next(given);
            if (!next || *next == Next::End)
                return next;
            repeated_ = given;
        }
        row = *repeated_;
        // Identical rows stop being identical where one of them is edited.
        const std::uint32_t same = untilEdited(row.row, row.repeat);
        row.repeat = same == 0 ? 1 : same;
        if (row.repeat == repeated_->repeat) {
            repeated_.reset();
        } else {
            repeated_->row += row.repeat;
            repeated_->repeat -= row.repeat;
        }
        if (same == 0)
            lay(row);
        return Next::Row;
    }

private:
    // How many rows from `row` on are as the file has them, at most `count`.
    std::uint32_t untilEdited(std::uint32_t row, std::uint32_t count) const {
        const auto edited = edits_->firstEditedRow(inner_->sheet(), row);
        return edited && *edited - row < count ? *edited - row : count;
    }

    void lay(RowView& row) {
        cells_.clear();
        auto original = row.cells.begin();
        for (const auto& [column, text] : edits_->row(inner_->sheet(), row.row)) {
            while (original != row.cells.end() && original->column < column)
                cells_.push_back(*original++);
            if (original != row.cells.end() && original->column == column)
                ++original;
            if (text->empty())
                continue;
            Cell cell;
            cell.kind = CellKind::Text;
            cell.column = column;
            cell.text = *text;
            cells_.push_back(cell);
        }
        cells_.insert(cells_.end(), original, row.cells.end());
        row.cells = cells_;
    }

    std::unique_ptr<RowSource> inner_;
    std::shared_ptr<const SheetEdits> edits_;
    std::vector<Cell> cells_;
    std::optional<RowView> repeated_; // what is left of a row that stands for several
};

} // namespace

std::unique_ptr<RowSource> withEdits(std::unique_ptr<RowSource> inner,
                                     std::shared_ptr<const SheetEdits> edits) {
    if (!edits || edits->size() == 0)
        return inner;
    return std::make_unique<EditedSource>(std::move(inner), std::move(edits));
}

} // namespace leadsheet::app
