// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/byte_stream.hpp"
#include "sheet/zip/zip_archive.hpp"
#include "write/atomic_file.hpp"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Compresses raw deflate streams (RFC 1951), one after the other, fast rather than small. Bounded
/// memory; not thread-safe.
class Deflater {
public:
    virtual ~Deflater() = default;

    /// Begins a new stream and a new check sum.
    virtual void restart() = 0;
    /// Appends to `out` what `bytes` became, which may be nothing yet; `last` ends the stream.
    virtual void add(std::string_view bytes, bool last, std::string& out) = 0;
    /// CRC-32 (as in zip) of the bytes added since `restart`.
    virtual std::uint32_t crc() const = 0;
};

enum class DeflateEngine {
    Zlib,
    Isal, ///< three times as fast; only in builds that found ISA-L
};

/// The fastest engine that this build has.
std::unique_ptr<Deflater> makeDeflater();
/// Null when the build does not have it.
std::unique_ptr<Deflater> makeDeflater(DeflateEngine engine);

/// Without the zip64 extension, which some readers lack.
inline constexpr std::uint64_t kMaxArchiveBytes = 0xFFFF'FFFF;
inline constexpr std::uint64_t kMaxPartBytes = 0xFFFF'FFFF;
inline constexpr std::size_t kMaxParts = 0xFFFF;

inline constexpr std::uint16_t kStored = 0; ///< methods of compression
inline constexpr std::uint16_t kDeflated = 8;

/// What a zip archive says of a part besides its bytes.
struct ZipPartInfo {
    std::string name;
    std::uint16_t method = kDeflated;
    bool utf8Name = false; ///< general purpose bit 11
    std::uint16_t madeBy = 20;
    std::uint32_t modified =
        0x0021'0000; ///< as in ZipEntry; 1 January 1980: outputs are repeatable
    std::uint32_t attributes = 0;

    static ZipPartInfo like(const ZipEntry& entry);
};

/// Writes a zip archive (APPNOTE 6.3.10) into a file. Local headers are plain: sizes and check
/// sums are patched in when a part ends, so that no data descriptor is needed, which some readers
/// do not understand. Every limit of the format is checked; after an error nothing more is written.
class ZipWriter {
public:
    ZipWriter(AtomicFile& file, std::unique_ptr<Deflater> deflater,
              std::uint64_t maxArchiveBytes = kMaxArchiveBytes);

    [[nodiscard]] SheetResult<void> begin(const ZipPartInfo& part);
    [[nodiscard]] SheetResult<void> write(std::string_view bytes);
    [[nodiscard]] SheetResult<void> end();
    /// A whole part at once.
    [[nodiscard]] SheetResult<void> add(const ZipPartInfo& part, std::string_view bytes);
    /// A part of another archive, its compressed bytes as they are.
    [[nodiscard]] SheetResult<void> copy(const InputFile& from, const ZipEntry& entry,
                                         const std::stop_token& stop);
    /// The directory; no part may be open.
    [[nodiscard]] SheetResult<void> finish();

    /// Of the part that is open, before compression.
    std::uint64_t partBytes() const { return bytes_; }

private:
    struct Listed {
        ZipPartInfo part;
        std::uint64_t headerOffset = 0;
        std::uint64_t packedBytes = 0;
        std::uint64_t bytes = 0;
        std::uint32_t crc = 0;
    };

    std::string localHeader(const Listed& listed) const;
    std::string directoryRecord(const Listed& listed) const;
    SheetResult<void> put(std::string_view bytes);
    SheetResult<void> checkRoom(const std::string& partName) const;

    AtomicFile& file_;
    std::unique_ptr<Deflater> deflater_;
    std::uint64_t maxArchiveBytes_;
    std::vector<Listed> parts_;
    std::string packed_;
    std::uint64_t bytes_ = 0;
    std::uint64_t dataOffset_ = 0;
};

} // namespace leadsheet::app
