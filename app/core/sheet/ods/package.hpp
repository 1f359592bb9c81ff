// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <stop_token>

namespace leadsheet::app {

/// The part with the sheets, once it is clear that the archive is an OpenDocument spreadsheet that
/// can be read (OpenDocument 1.3 part 2): other kinds of documents and encrypted ones are refused
/// by name.
SheetResult<const ZipEntry*> findOdsContent(const InputFile& file, const ZipArchive& archive,
                                            const SheetLimits& limits, const std::stop_token& stop);

} // namespace leadsheet::app
