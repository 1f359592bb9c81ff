// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace leadsheet::app {

/// A cell of a file: tab from 0, row as a person sees it from 1, column from 0.
struct CellPlace {
    std::size_t sheet = 0;
    std::uint32_t row = 0;
    std::uint32_t column = 0;

    friend auto operator<=>(const CellPlace&, const CellPlace&) = default;
};

/// A person's corrections, laid over a sheet that itself is never touched: what a cell shall read
/// instead of what the file has. Steps can be undone and redone without bound. Not thread-safe.
class SheetEdits {
public:
    struct Change {
        CellPlace place;
        std::string text; ///< the new text; equal to the file's text is a change like any other
    };

    /// One act of the person: all its changes are undone together. `label` names it for "Undo …",
    /// for example "Replace in 31 Rows". What was undone before can no longer be redone. An empty
    /// step is not a step.
    void apply(std::string label, const std::vector<Change>& changes);
    /// Takes back what the file has in these cells.
    void restore(std::string label, const std::vector<CellPlace>& places);

    bool canUndo() const { return !done_.empty(); }
    bool canRedo() const { return !undone_.empty(); }
    /// How many steps can be undone.
    std::size_t steps() const { return done_.size(); }
    /// Labels of the steps that `undo` and `redo` concern; empty when there is none.
    std::string_view undoLabel() const;
    std::string_view redoLabel() const;
    /// The cells that changed.
    std::vector<CellPlace> undo();
    std::vector<CellPlace> redo();

    /// What a cell reads instead; null when it is as the file has it.
    const std::string* find(const CellPlace& place) const;
    /// Edited cells of a row, ascending by column.
    std::vector<std::pair<std::uint32_t, const std::string*>> row(std::size_t sheet,
                                                                  std::uint32_t row) const;
    /// The first row from `row` on with an edited cell in this tab.
    std::optional<std::uint32_t> firstEditedRow(std::size_t sheet, std::uint32_t row) const;
    /// Edited cells now; nothing is edited when it is 0, whatever was undone.
    std::size_t size() const { return cells_.size(); }
    const std::map<CellPlace, std::string>& cells() const { return cells_; }
    /// These corrections and no step that could be undone.
    static SheetEdits of(const std::vector<Change>& changes);

    /// As one JSON document, without the undo steps, and back. What does not parse is InvalidOption
    /// naming what is wrong.
    std::string toJson() const;
    [[nodiscard]] static SheetResult<SheetEdits> fromJson(std::string_view json);
    /// The same document in a file, written whole or not at all.
    [[nodiscard]] SheetResult<void> save(const std::filesystem::path& file) const;
    [[nodiscard]] static SheetResult<SheetEdits> load(const std::filesystem::path& file);

private:
    struct Difference {
        CellPlace place;
        std::optional<std::string> before; ///< absent = as the file has it
        std::optional<std::string> after;
    };
    struct Step {
        std::string label;
        std::vector<Difference> differences;
    };

    void perform(std::string label, std::vector<Difference> differences);
    void set(const CellPlace& place, const std::optional<std::string>& text);

    std::map<CellPlace, std::string> cells_;
    std::vector<Step> done_;
    std::vector<Step> undone_;
};

/// A source that delivers `inner`'s rows with the edits of its open sheet laid over them. An edited
/// cell is text. Edits below the last row of the file have no effect: rows are never added. `edits`
/// is shared and must not change while rows are read.
std::unique_ptr<RowSource> withEdits(std::unique_ptr<RowSource> inner,
                                     std::shared_ptr<const SheetEdits> edits);

/// An edit that changes nothing, because its tab has no such row.
struct LostEdit {
    CellPlace place;
    std::optional<std::uint32_t> lastRow; ///< of the tab; absent when it goes on below the edit
};
/// The first edit of the open tab of `source` that is lost; nothing when all have their row. Reads
/// the tab from its start as far as it is edited.
[[nodiscard]] SheetResult<std::optional<LostEdit>> firstLostEdit(RowSource& source,
                                                                 const SheetEdits& edits);

/// What filling `from`'s text down to `lastRow` changes: every cell below it in its column. Reads
/// the tab `from.sheet` as far as `lastRow`.
[[nodiscard]] SheetResult<std::vector<SheetEdits::Change>>
fillDown(RowSource& source, const CellPlace& from, std::uint32_t lastRow);

/// One `--set` argument: "C12=text", or "Tab!C12=text" with a tab's name ('…' around it when it
/// holds "!" or "="), is a change.
[[nodiscard]] SheetResult<SheetEdits::Change>
parseCellEdit(std::string_view text, std::size_t openSheet, const std::vector<SheetInfo>& sheets);

} // namespace leadsheet::app
