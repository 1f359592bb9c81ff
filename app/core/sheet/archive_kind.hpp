// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/input_file.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <stop_token>

namespace leadsheet::app {

/// Tells what a ZIP archive is by its parts: Xlsx, Xlsm or Ods, which may still turn out to be
/// another kind of OpenDocument file. Anything else is an error naming it and the way out.
SheetResult<SheetFormat> recogniseArchive(const InputFile& file, const ZipArchive& archive,
                                          const SheetLimits& limits, const std::stop_token& stop);

} // namespace leadsheet::app
