// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/input_file.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <memory>
#include <stop_token>

namespace leadsheet::app {

/// A RowSource over an OOXML workbook (ECMA-376, transitional and strict), macros ignored. `format`
/// is Xlsx or Xlsm. `scans` as in Package; it changes nothing but speed.
SheetResult<std::unique_ptr<RowSource>> openXlsxSource(std::unique_ptr<InputFile> file,
                                                       ZipArchive archive, SheetFormat format,
                                                       const SheetOptions& options,
                                                       std::stop_token stop, bool scans = true);

} // namespace leadsheet::app
