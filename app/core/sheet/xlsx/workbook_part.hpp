// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/xlsx/package.hpp"

#include <string>
#include <vector>

namespace leadsheet::app {

/// What the workbook part and its relationships say. Entries belong to the archive.
struct Workbook {
    std::vector<SheetInfo> sheets;        ///< without chart, dialog and macro sheets
    std::vector<const ZipEntry*> parts;   ///< of each sheet; null when it is missing
    std::vector<std::string> partTargets; ///< of each sheet, for naming what is missing
    const ZipEntry* sharedStrings = nullptr;
    const ZipEntry* styles = nullptr;
    bool date1904 = false;
};

/// Finds the workbook by the archive's relationships, or where it usually is.
SheetResult<Workbook> readWorkbook(const Package& package);

} // namespace leadsheet::app
