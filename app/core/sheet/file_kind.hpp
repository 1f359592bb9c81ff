// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <optional>
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

} // namespace leadsheet::app
