// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace leadsheet::app {

/// Those of a row among comments that ascend by row.
std::span<const CellNote> notesOfRow(std::span<const CellNote> notes, std::uint32_t row);

/// Whether a comment at a cell says that its row is not to be ordered as it stands: "do not order",
/// "hold until March", "make it 200". One sentence of it is enough.
bool noteHoldsRow(std::string_view note);

/// What a line above the columns, or a comment there or at the name of one, says so of all rows
/// with; empty when nothing does.
std::string_view sentenceHoldingSheet(std::string_view note);

/// Whether a text that stands alone in its row is more than a value: "Ask Anna about these".
bool isSentence(std::string_view text);

/// Whether such a comment denies or demands something, or is about the numbers below it.
bool noteTells(std::string_view note);

} // namespace leadsheet::app
