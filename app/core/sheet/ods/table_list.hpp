// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/input_file.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <stop_token>
#include <vector>

namespace leadsheet::app {

/// The sheets of an OpenDocument spreadsheet. They are all in one part, so this is a pass over it.
/// A damaged file gives the sheets before the damage; reading them tells of it.
std::vector<SheetInfo> listOdsSheets(const InputFile& file, const ZipArchive& archive,
                                     const ZipEntry& content, const SheetLimits& limits,
                                     const std::stop_token& stop);

} // namespace leadsheet::app
