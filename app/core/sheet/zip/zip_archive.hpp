// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/byte_stream.hpp"

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/messages/container.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace leadsheet::app {

inline tl::unexpected<SheetError> damagedArchive(Message reason) {
    return tl::unexpected(SheetError{SheetErrorCode::DamagedFile,
                                     {},
                                     {std::move(reason)},
                                     {messages::container::fetchOrOpenAndSave()},
                                     {}});
}

/// One file inside a zip archive (APPNOTE 6.3.10), as its central directory describes it.
struct ZipEntry {
    std::string name; ///< with forward slashes, as written otherwise
    std::uint64_t headerOffset = 0;
    std::uint64_t endLimit = 0; ///< where the next entry or the directory starts
    std::uint64_t packedBytes = 0;
    std::uint64_t bytes = 0; ///< as claimed; checked while reading
    std::uint32_t crc = 0;
    std::uint16_t method = 0; ///< 0 stored, 8 deflated
    bool encrypted = false;
    bool duplicated = false; ///< another entry has this name, so which one counts is a guess
    // Kept so that an entry can be copied into another archive.
    std::uint16_t madeBy = 0;     ///< version and system of the program that made it
    bool utf8Name = false;        ///< general purpose bit 11
    std::uint32_t modified = 0;   ///< DOS time, then DOS date in the upper half
    std::uint32_t attributes = 0; ///< external file attributes
};

/// The directory of a zip archive, zip64 included. Nothing is inflated here, and no claim of the
/// archive leads to memory before its bytes were met. Immutable; any thread may read it.
class ZipArchive {
public:
    /// DamagedFile when there is no readable directory, when entries overlap or lie outside the
    /// file; LimitExceeded past `maxZipEntries` or a directory of more than kMaxDirectoryBytes.
    static SheetResult<ZipArchive> open(const InputFile& file, const SheetLimits& limits);

    const std::vector<ZipEntry>& entries() const { return entries_; }
    /// By name without regard to ASCII case (OPC part names), with or without a leading slash.
    /// Valid as long as the archive.
    const ZipEntry* find(std::string_view name) const;

    static constexpr std::uint64_t kMaxDirectoryBytes = 64ULL << 20;

private:
    ZipArchive() = default;

    std::vector<ZipEntry> entries_;
    std::unordered_map<std::string, std::size_t> byLowerName_;
};

/// The bytes of an entry, inflated. Size and CRC are checked at the end; more bytes than claimed,
/// fewer, or past `maxBytes`, are errors that name the entry, and so are encrypted and duplicated
/// entries at the first read. `position()` counts packed bytes of the entry. `file` must outlive
/// the stream.
std::unique_ptr<ByteStream> openZipEntry(const InputFile& file, const ZipEntry& entry,
                                         std::uint64_t maxBytes, std::stop_token stop);

/// A whole small entry; LimitExceeded past `maxBytes`.
SheetResult<std::string> readZipEntry(const InputFile& file, const ZipEntry& entry,
                                      std::uint64_t maxBytes, const std::stop_token& stop);

/// "xl/worksheets/sheet1.xml" of `base` "xl/workbook.xml" and target "worksheets/sheet1.xml";
/// absolute targets, "." and ".." resolved. Empty when the target leaves the archive.
std::string resolvePartName(std::string_view base, std::string_view target);

/// A name out of an archive for use in a sentence: quoted, printable, not too long.
std::string quotedPartName(std::string_view name);

/// An unsigned little-endian number of `Bytes` bytes at `at`, which must lie within `bytes`.
template <std::size_t Bytes>
std::uint64_t littleEndian(std::string_view bytes, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < Bytes; ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
}

inline std::uint16_t little16(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint16_t>(littleEndian<2>(bytes, at));
}
inline std::uint32_t little32(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint32_t>(littleEndian<4>(bytes, at));
}
inline std::uint64_t little64(std::string_view bytes, std::size_t at) {
    return littleEndian<8>(bytes, at);
}

} // namespace leadsheet::app
