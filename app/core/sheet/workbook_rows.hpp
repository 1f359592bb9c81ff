// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

namespace leadsheet::app {

/// Counts a row of a workbook that was handed out. How far a row reaches is its last cell.
void countWorkbookRow(SheetStats& stats, const RowView& row);

} // namespace leadsheet::app
