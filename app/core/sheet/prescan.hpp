// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/byte_stream.hpp"
#include "sheet/sha256.hpp"

#include <cstdint>
#include <string>

namespace leadsheet::app {

/// What one pass over all bytes of a text sheet tells, in constant memory.
struct Prescan {
    std::uint64_t bytes = 0;
    std::uint64_t multiByte = 0; ///< well-formed UTF-8 sequences beyond ASCII
    std::uint64_t badUtf8 = 0;
    bool escapes = false; ///< ESC bytes, as ISO-2022 has them
    std::string head;     ///< the first kReadStep bytes
    std::string middle;   ///< a block from the middle half; may be empty
    std::string tail;     ///< the last bytes, at most two blocks; may be empty
    std::string evidence; ///< lines with bytes beyond ASCII, at most kEvidenceBytes
};
inline constexpr std::size_t kEvidenceBytes = std::size_t{64} * 1024;

/// Reads the stream to its end. Blocks start at multiples of four bytes, so that wide characters
/// are never cut at the start of a sample. `hash`, unless null, gets every byte, too.
SheetResult<Prescan> prescan(ByteStream& stream, Sha256* hash = nullptr);

} // namespace leadsheet::app
