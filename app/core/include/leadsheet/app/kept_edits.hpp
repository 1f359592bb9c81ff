// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_spool.hpp"
#include "leadsheet/app/sheet_edits.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Corrections that follow the rows they were made for when the sheet is saved again: with other
/// bytes, in another format, under another name, with rows added, moved, changed or gone.
namespace leadsheet::app {

/// A row by what a person sees in it: its cells by column, blanks around them aside.
using RowContent = std::array<unsigned char, 16>;

/// Which row a correction was made for: what the file has there, and which of the rows that read
/// the same it is.
struct RowMark {
    RowContent content{};
    std::uint32_t occurrence = 0; ///< from 0
    std::uint32_t equal = 1;      ///< rows of the tab that read the same

    friend auto operator<=>(const RowMark&, const RowMark&) = default;
};

/// What stands in the rows of one tab, 20 bytes a row. Blank rows are not part of it: nothing tells
/// one from another. Not thread-safe while it is made.
class TabRows {
public:
    /// Reads the open tab to its end, or `most` rows of it.
    [[nodiscard]] static SheetResult<TabRows> of(RowSource& source,
                                                 std::uint32_t most = UINT32_MAX);
    /// Of a spool that holds the whole tab.
    [[nodiscard]] static SheetResult<TabRows> of(const RowSpool& spool);

    /// Nothing for a blank row, or one that is not there.
    std::optional<RowMark> markOf(std::uint32_t row) const;
    /// Numbers of the rows that read so, ascending.
    std::vector<std::uint32_t> rowsReading(const RowContent& content) const;
    /// Of all rows in their order, whatever their numbers; lower-case hex.
    std::string digest() const;
    /// The same of the first rows, for looking whether more of a sheet is worth reading.
    std::string head() const;
    static constexpr std::uint32_t kHeadRows = 20;

private:
    struct Row {
        std::uint32_t number = 0;
        RowContent content{};
    };
    void sortByContent();
    /// Places in rows_ of those that read so, ascending.
    std::span<const std::uint32_t> placesOf(const RowContent& content) const;
    std::string digestOf(std::size_t count) const;
    std::vector<Row> rows_;
    std::vector<std::uint32_t> byContent_; ///< places in rows_, by content and place
};

/// A tab of a version of a sheet; `rows` is null while nothing is known of them.
struct VersionTab {
    std::size_t sheet = 0;
    std::string name;
    std::shared_ptr<const TabRows> rows;
};

/// Corrections as they were kept, and what they were made for.
struct KeptEdits {
    struct Tab {
        std::size_t sheet = 0;
        std::string name;
        std::string digest; ///< of its rows; empty when they were not known
        std::vector<std::pair<std::uint32_t, RowMark>> rows; ///< number -> mark, ascending
    };
    SheetEdits edits;
    std::vector<Tab> tabs; ///< the edited ones
};

/// The document of SheetEdits::toJson with what the rows of `tabs` hold beside it, and back.
std::string keptEditsText(const SheetEdits& edits, const std::vector<VersionTab>& tabs);
[[nodiscard]] SheetResult<KeptEdits> readKeptEdits(std::string_view json);

/// A correction whose row is no longer there as it was, by its place in the version before.
struct DroppedEdit {
    CellPlace place;
    std::string tab;
    std::string text;
};

struct MovedEdits {
    SheetEdits edits; ///< without undo steps
    std::vector<DroppedEdit> dropped;
};

/// The corrections for another version of the sheet, whose tabs all have their rows. A row is found
/// by its mark, so a correction never gets to a row that reads otherwise. Where the number of rows
/// that read the same has changed nobody knows which is which: their corrections are kept when they
/// were the same for each of them, and dropped otherwise. A tab is found by its name, else by its
/// rows, else when it is the only one on both sides.
MovedEdits moveEdits(const KeptEdits& kept, const std::vector<VersionTab>& tabs);

/// Whether every edited tab is there again with the same rows in the same order.
bool isSameContent(const KeptEdits& kept, const std::vector<VersionTab>& tabs);

} // namespace leadsheet::app
