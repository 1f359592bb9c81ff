// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/cell_notes.hpp"
#include "sheet/xlsx/package.hpp"

namespace leadsheet::app {

/// The comments at the cells of a sheet, by row: notes (ECMA-376 part 1, 18.7) and threads that
/// were not resolved. None when its part refers to none.
SheetResult<CellNotes> readComments(const Package& package, const ZipEntry& sheet);

} // namespace leadsheet::app
