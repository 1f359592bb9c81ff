// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/sheet_error.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <optional>
#include <stop_token>
#include <string_view>

namespace leadsheet::app {

enum class FileKind {
    Text,
    Gzip,
    Archive, ///< ZIP; what it is, its parts tell
};

/// The first and the last bytes of a file, as much as recognising its format takes.
struct FileEnds {
    std::string_view head;
    std::string_view tail;
    std::string_view directory; ///< OLE2: bytes at the directory's first sector
    bool wideText = false;      ///< known to be UTF-16 or UTF-32, where any byte is text
};

inline constexpr std::size_t kRecognitionBytes = std::size_t{64} * 1024;

/// Offset of an OLE2 container's directory, when `head` is one.
std::optional<std::uint64_t> ole2DirectoryOffset(std::string_view head);

/// Tells the format by content. What is recognised but not read is an error naming it and how to
/// save the sheet in a format that is.
SheetResult<FileKind> recogniseFile(const FileEnds& ends);

/// Tells what a ZIP archive is by its parts: Xlsx, Xlsm or Ods, which may still turn out to be
/// another kind of OpenDocument file. Anything else is an error naming it and the way out.
SheetResult<SheetFormat> recogniseArchive(const InputFile& file, const ZipArchive& archive,
                                          const SheetLimits& limits, const std::stop_token& stop);

} // namespace leadsheet::app
