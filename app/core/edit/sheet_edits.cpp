// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sheet_edits.hpp"

#include <algorithm>
#include <iterator>

namespace leadsheet::app {

void SheetEdits::set(const CellPlace& place, const std::optional<std::string>& text) {
    if (text)
        cells_.insert_or_assign(place, *text);
    else
        cells_.erase(place);
}

SheetEdits SheetEdits::of(const std::vector<Change>& changes) {
    SheetEdits edits;
    for (const Change& change : changes)
        edits.set(change.place, change.text);
    return edits;
}

void SheetEdits::perform(std::string label, std::vector<Difference> differences) {
    if (differences.empty())
        return;
    undone_.clear();
    done_.push_back({std::move(label), std::move(differences)});
}

void SheetEdits::apply(std::string label, const std::vector<Change>& changes) {
    std::vector<Difference> differences;
    differences.reserve(changes.size());
    for (const Change& change : changes) {
        const std::string* now = find(change.place);
        if (now != nullptr && *now == change.text)
            continue;
        differences.push_back(
            {change.place, now == nullptr ? std::nullopt : std::optional(*now), change.text});
        set(change.place, change.text);
    }
    perform(std::move(label), std::move(differences));
}

void SheetEdits::restore(std::string label, const std::vector<CellPlace>& places) {
    std::vector<Difference> differences;
    for (const CellPlace& place : places) {
        const std::string* now = find(place);
        if (now == nullptr)
            continue;
        differences.push_back({place, *now, std::nullopt});
        set(place, std::nullopt);
    }
    perform(std::move(label), std::move(differences));
}

std::string_view SheetEdits::undoLabel() const {
    return done_.empty() ? std::string_view() : std::string_view(done_.back().label);
}

std::string_view SheetEdits::redoLabel() const {
    return undone_.empty() ? std::string_view() : std::string_view(undone_.back().label);
}

std::vector<CellPlace> SheetEdits::undo() {
    std::vector<CellPlace> places;
    if (done_.empty())
        return places;
    Step step = std::move(done_.back());
    done_.pop_back();
    // Backwards: a step may touch a cell twice.
    for (auto difference = step.differences.rbegin(); difference != step.differences.rend();
         ++difference) {
        set(difference->place, difference->before);
        places.push_back(difference->place);
    }
    undone_.push_back(std::move(step));
    return places;
}

std::vector<CellPlace> SheetEdits::redo() {
    std::vector<CellPlace> places;
    if (undone_.empty())
        return places;
    Step step = std::move(undone_.back());
    undone_.pop_back();
    for (const Difference& difference : step.differences) {
        set(difference.place, difference.after);
        places.push_back(difference.place);
    }
    done_.push_back(std::move(step));
    return places;
}

const std::string* SheetEdits::find(const CellPlace& place) const {
    const auto found = cells_.find(place);
    return found == cells_.end() ? nullptr : &found->second;
}

std::vector<std::pair<std::uint32_t, const std::string*>> SheetEdits::row(std::size_t sheet,
                                                                          std::uint32_t row) const {
    std::vector<std::pair<std::uint32_t, const std::string*>> edited;
    for (auto cell = cells_.lower_bound({sheet, row, 0});
         cell != cells_.end() && cell->first.sheet == sheet && cell->first.row == row; ++cell)
        edited.emplace_back(cell->first.column, &cell->second);
    return edited;
}

std::optional<std::uint32_t> SheetEdits::firstEditedRow(std::size_t sheet,
                                                        std::uint32_t row) const {
    const auto cell = cells_.lower_bound({sheet, row, 0});
    if (cell == cells_.end() || cell->first.sheet != sheet)
        return std::nullopt;
    return cell->first.row;
}

} // namespace leadsheet::app
