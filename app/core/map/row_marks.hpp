// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <string_view>
#include <vector>

namespace leadsheet::app {

/// How the cells of a column say that their rows are not to be ordered, by its name ("Include?",
/// "Skip", "Done", "Ordered on") and, where that says nothing, by what stands in them
/// ("cancelled").
/// `mayAsk`: where the name does not tell whether a cross or a yes is a wish, all rows are asked
/// about: no other column has such cells, and the name says nothing else.
RowMarks rowMarksOf(std::string_view header, const std::vector<SampleRow>& samples,
                    std::uint32_t column, bool mayAsk);

/// Whether a column has crosses in some rows, or a yes in some and a no in others, below a name
/// that does not tell which of them are wanted.
bool asksWhichRows(std::string_view header, const std::vector<SampleRow>& samples,
                   std::uint32_t column);

/// Whether a cell has only a cross, or a tick: "x", "\u2713".
bool isCross(std::string_view cell);

/// A text below "Leadsheet status" that no program wrote.
bool isNoteInStatus(std::string_view cell);

/// A status, from whatever version or connector, by which the row was ordered or may have been.
bool saysOrdered(std::string_view status);

/// Whether a cell says that its row is not wanted, or not yet, below whatever name.
bool refuses(std::string_view cell);

/// "yes (?)", "ja (falls möglich)": a yes that its remark makes less of.
bool isDoubtfulYes(std::string_view cell);

/// Whether such a cell says so.
bool marksRow(std::string_view cell, RowMarks how);

} // namespace leadsheet::app
