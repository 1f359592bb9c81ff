// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xlsx/package.hpp"

#include <vector>

namespace leadsheet::app {

/// The comments at the cells of a sheet, by row: notes (ECMA-376 part 1, 18.7) and threads that
/// were not resolved. None when its part refers to none.
SheetResult<std::vector<CellNote>> readComments(const Package& package, const ZipEntry& sheet);

} // namespace leadsheet::app
