// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"
#include "sheet/input_file.hpp"

#include <cstdint>

namespace leadsheet::app {

/// Where the central directory of an archive lies, by its end record (APPNOTE 4.3.14 to 4.3.16).
struct ZipDirectoryPlace {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0; ///< as claimed
    bool zip64 = false;        ///< `entries` is exact; else it is modulo 65536
    std::uint64_t shift = 0;   ///< bytes in front of the archive, to be added to all offsets
};

/// DamagedFile when there is no end record or what it says does not fit the file.
SheetResult<ZipDirectoryPlace> findZipDirectory(const InputFile& file);

} // namespace leadsheet::app
