// SPDX-License-Identifier: Apache-2.0
#include "sheet/zip/zip_directory.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/zip/little_endian.hpp"
#include "sheet/zip/zip_errors.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kEndBytes = 22;
constexpr std::size_t kLocatorBytes = 20;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kMaxComment = 0xFFFF;
constexpr std::string_view kEndMagic = "PK\x05\x06"sv;
constexpr std::string_view kLocatorMagic = "PK\x06\x07"sv;
constexpr std::string_view kEnd64Magic = "PK\x06\x06"sv;
constexpr std::string_view kEntryMagic = "PK\x01\x02"sv;
constexpr std::uint64_t kIn64 = 0xFFFFFFFF;

SheetResult<std::string> readExactly(const InputFile& file, std::uint64_t offset,
                                     std::size_t bytes) {
    std::string part(bytes, '\0');
    LEADSHEET_TRY(const auto got, file.readAt(offset, part));
    if (got != bytes)
        return damagedArchive(messages::sheet::fileTruncated());
    return part;
}

// The last end record whose comment fits into the file; bytes after the comment do no harm.
std::optional<std::size_t> findEnd(std::string_view tail) {
    if (tail.size() < kEndBytes)
        return std::nullopt;
    for (std::size_t at = tail.size() - kEndBytes + 1; at-- > 0;)
        if (tail.substr(at).starts_with(kEndMagic) &&
            at + kEndBytes + little16(tail, at + 20) <= tail.size())
            return at;
    return std::nullopt;
}

// Replaces what the short record could not hold by the values of the zip64 record, if there is one.
SheetResult<void> readEnd64(const InputFile& file, std::uint64_t endOffset,
                            ZipDirectoryPlace& place) {
    if (endOffset < kLocatorBytes + kEnd64Bytes)
        return {};
    LEADSHEET_TRY(const auto locator, readExactly(file, endOffset - kLocatorBytes, kLocatorBytes));
    if (!locator.starts_with(kLocatorMagic))
        return {};
    // Bytes in front of the archive move the record; then it lies right before its locator.
    const std::uint64_t adjacent = endOffset - kLocatorBytes - kEnd64Bytes;
    for (const std::uint64_t offset : {little64(locator, 8), adjacent}) {
        if (offset > adjacent)
            continue;
        LEADSHEET_TRY(const auto record, readExactly(file, offset, kEnd64Bytes));
        if (!record.starts_with(kEnd64Magic))
            continue;
        if (little32(record, 16) != 0 || little32(record, 20) != 0)
            return damagedArchive(say::splitZipPart());
        place.entries = little64(record, 32);
        place.bytes = little64(record, 40);
        place.offset = little64(record, 48);
        place.zip64 = true;
        return {};
    }
    return damagedArchive(say::zip64DirectoryMissing());
}

SheetResult<bool> startsEntries(const InputFile& file, std::uint64_t offset) {
    const auto magic = readExactly(file, offset, kEntryMagic.size());
    if (!magic)
        return tl::unexpected(magic.error());
    return *magic == kEntryMagic;
}

} // namespace

SheetResult<ZipDirectoryPlace> findZipDirectory(const InputFile& file) {
    const std::size_t tailBytes =
        static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), kEndBytes + kMaxComment));
    const std::uint64_t tailStart = file.size() - tailBytes;
    LEADSHEET_TRY(const auto tail, readExactly(file, tailStart, tailBytes));
    const auto end = findEnd(tail);
    if (!end)
        return damagedArchive(messages::sheet::zipDirectoryCutOff());
    const std::uint64_t endOffset = tailStart + *end;
    ZipDirectoryPlace place;
    place.entries = little16(tail, *end + 10);
    place.bytes = little32(tail, *end + 12);
    place.offset = little32(tail, *end + 16);
    const bool split = little16(tail, *end + 4) != 0 || little16(tail, *end + 6) != 0 ||
                       little16(tail, *end + 8) != little16(tail, *end + 10);
    LEADSHEET_TRY_DONE(readEnd64(file, endOffset, place));
    if (!place.zip64 && split)
        return damagedArchive(say::splitZipPart());
    if (!place.zip64 && (place.bytes == kIn64 || place.offset == kIn64))
        return damagedArchive(say::zip64DirectoryMissing());
    if (place.bytes > endOffset || place.offset > endOffset - place.bytes)
        return damagedArchive(say::zipDirectoryPointsOutside());
    if (place.bytes == 0)
        return place;
    LEADSHEET_TRY(const auto direct, startsEntries(file, place.offset));
    if (direct)
        return place;
    // The archive may follow other bytes; then the directory still ends where the end records
    // start.
    const std::uint64_t records = place.zip64 ? kLocatorBytes + kEnd64Bytes : 0;
    const std::uint64_t before =
        endOffset - place.bytes - std::min(endOffset - place.bytes, records);
    LEADSHEET_TRY(const auto shifted, startsEntries(file, before));
    if (!shifted || before < place.offset)
        return damagedArchive(say::zipDirectoryMisplaced());
    place.shift = before - place.offset;
    place.offset = before;
    return place;
}

} // namespace leadsheet::app
