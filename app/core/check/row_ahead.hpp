// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/row_source.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace leadsheet::app {

/// Gives the rows of a source, and knows of each whether its number of leads is the sum of the rows
/// right below it, which are parts of it: "DACH, 100" above Germany, Austria and Switzerland with
/// 60, 30 and 10, "Software" above "davon Cloud" and "davon On-Prem", number 1 above 1.1 and 1.2, a
/// formula above the numbers that it adds up. Reads ahead as far as that may be so.
class RowAhead {
public:
    /// For the rows of the tab that the source has opened; it must outlive this.
    RowAhead(RowSource& source, const ColumnMap& map);

    /// As RowSource::next().
    SheetResult<Next> next(RowView& row);
    /// Of the row that was given last.
    bool isWhole() const { return whole_; }

private:
    /// A row with what its views refer to.
    struct Held {
        RowView row;
        std::vector<Cell> cells;
        std::string texts;
        std::optional<std::int64_t> count;
        bool counts = false; ///< its number is a formula
    };
    enum class Part { No, Yes, ByCount };

    bool read();
    void hold(const RowView& given);
    void readCount(Held& held) const;
    bool findWhole();
    Part partOf(const Held& part, const Held& whole);
    bool isWithin(std::string_view inner, std::string_view outer);

    RowSource& source_;
    std::optional<std::uint32_t> count_;
    std::vector<bool> used_; ///< by column
    std::deque<Held> rows_;  ///< the one given last, and those below it
    std::deque<Held> spare_;
    bool given_ = false;
    bool whole_ = false;
    bool ended_ = false;
    std::optional<SheetError> failed_;
    std::unordered_map<std::string, bool> within_; ///< pairs of texts that were compared
};

} // namespace leadsheet::app
