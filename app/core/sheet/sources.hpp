// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/byte_stream.hpp"
#include "sheet/file_kind.hpp"
#include "sheet/zip/zip_archive.hpp"

#include "leadsheet/app/row_source.hpp"

#include <memory>
#include <stop_token>

namespace leadsheet::app {

/// A RowSource over delimited text, plain or gzipped.
SheetResult<std::unique_ptr<RowSource>> openTextSource(std::unique_ptr<InputFile> file,
                                                       FileKind kind, std::string name,
                                                       const SheetOptions& options,
                                                       std::stop_token stop);

/// A RowSource over an OpenDocument spreadsheet (ODF 1.2 and 1.3).
SheetResult<std::unique_ptr<RowSource>> openOdsSource(std::unique_ptr<InputFile> file,
                                                      ZipArchive archive,
                                                      const SheetOptions& options,
                                                      std::stop_token stop);

/// A RowSource over an OOXML workbook (ECMA-376, transitional and strict), macros ignored. `format`
/// is Xlsx or Xlsm. `scans` as in Package; it changes nothing but speed.
SheetResult<std::unique_ptr<RowSource>> openXlsxSource(std::unique_ptr<InputFile> file,
                                                       ZipArchive archive, SheetFormat format,
                                                       const SheetOptions& options,
                                                       std::stop_token stop, bool scans = true);

} // namespace leadsheet::app
