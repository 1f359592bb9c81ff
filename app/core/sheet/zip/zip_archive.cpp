// SPDX-License-Identifier: Apache-2.0
#include "sheet/zip/zip_archive.hpp"

#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>
#include <optional>

namespace leadsheet::app {

namespace say = messages::container;
using namespace std::string_view_literals;

namespace {

/// Where the central directory of an archive lies, by its end record (APPNOTE 4.3.14 to 4.3.16).
struct ZipDirectoryPlace {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0; ///< as claimed
    bool zip64 = false;        ///< `entries` is exact; else it is modulo 65536
    std::uint64_t shift = 0;   ///< bytes in front of the archive, to be added to all offsets
};

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
    LEADSHEET_TRY(const auto magic, readExactly(file, offset, kEntryMagic.size()));
    return magic == kEntryMagic;
}

/// DamagedFile when there is no end record or what it says does not fit the file.
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

constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kLocalBytes = 30;
constexpr std::string_view kSignatureMagic =
    "PK\x05\x05"sv; // a digital signature after the entries
constexpr std::uint16_t kEncryptedFlags = 1U | 1U << 6 | 1U << 13;
constexpr std::uint16_t kUtf8Flag = 1U << 11;
constexpr std::uint16_t kExtra64 = 1;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lookupName(std::string_view name) {
    while (name.starts_with('/') || name.starts_with('\\'))
        name.remove_prefix(1);
    std::string key(name);
    std::transform(key.begin(), key.end(), key.begin(),
                   [](char c) { return c == '\\' ? '/' : lower(c); });
    return key;
}

// Sizes and offset that do not fit 32 bits follow in an extra field, each only if it is needed.
bool readExtra64(std::string_view extra, ZipEntry& entry) {
    std::string_view field;
    while (extra.size() >= 4) {
        const std::size_t bytes = little16(extra, 2);
        if (bytes > extra.size() - 4)
            break;
        if (little16(extra, 0) == kExtra64) {
            field = extra.substr(4, bytes);
            break;
        }
        extra.remove_prefix(4 + bytes);
    }
    for (std::uint64_t* value : {&entry.bytes, &entry.packedBytes, &entry.headerOffset}) {
        if (*value != kIn64)
            continue;
        if (field.size() < 8)
            return false;
        *value = little64(field, 0);
        field.remove_prefix(8);
    }
    return true;
}

// Takes the entry at the start of `rest` off it; absent when it is not whole.
std::optional<ZipEntry> takeEntry(std::string_view& rest) {
    if (rest.size() < kEntryBytes || !rest.starts_with(kEntryMagic))
        return std::nullopt;
    const std::size_t name = little16(rest, 28);
    const std::size_t extra = little16(rest, 30);
    const std::size_t comment = little16(rest, 32);
    if (rest.size() - kEntryBytes < name + extra + comment)
        return std::nullopt;
    ZipEntry entry;
    entry.name = rest.substr(kEntryBytes, name);
    std::replace(entry.name.begin(), entry.name.end(), '\\', '/');
    entry.encrypted = (little16(rest, 8) & kEncryptedFlags) != 0;
    entry.madeBy = little16(rest, 4);
    entry.utf8Name = (little16(rest, 8) & kUtf8Flag) != 0;
    entry.method = little16(rest, 10);
    entry.modified = little32(rest, 12);
    entry.attributes = little32(rest, 38);
    entry.crc = little32(rest, 16);
    entry.packedBytes = little32(rest, 20);
    entry.bytes = little32(rest, 24);
    entry.headerOffset = little32(rest, 42);
    if (!readExtra64(rest.substr(kEntryBytes + name, extra), entry))
        return std::nullopt;
    rest.remove_prefix(kEntryBytes + name + extra + comment);
    return entry;
}

// Entries that share bytes are the trick of small archives that unpack to terabytes.
SheetResult<void> placeEntries(std::vector<ZipEntry>& entries, const ZipDirectoryPlace& place) {
    std::vector<ZipEntry*> byOffset;
    for (ZipEntry& entry : entries) {
        if (entry.headerOffset > place.offset - place.shift)
            return damagedArchive(say::entryOutsideFile(quotedPartName(entry.name)));
        entry.headerOffset += place.shift;
        byOffset.push_back(&entry);
    }
    std::sort(byOffset.begin(), byOffset.end(), [](const ZipEntry* a, const ZipEntry* b) {
        return a->headerOffset < b->headerOffset;
    });
    std::uint64_t limit = place.offset;
    for (auto at = byOffset.rbegin(); at != byOffset.rend(); ++at) {
        ZipEntry& entry = **at;
        entry.endLimit = limit;
        const std::uint64_t room = limit - entry.headerOffset;
        if (room < kLocalBytes || room - kLocalBytes < entry.packedBytes)
            return damagedArchive(limit == place.offset
                                      ? say::entryOutsideFile(quotedPartName(entry.name))
                                      : say::entryOverlaps(quotedPartName(entry.name)));
        limit = entry.headerOffset;
    }
    return {};
}

} // namespace

SheetResult<ZipArchive> ZipArchive::open(const InputFile& file, const SheetLimits& limits) {
    LEADSHEET_TRY(const auto place, findZipDirectory(file));
    const auto tooMany = [](Message what) {
        return tl::unexpected(SheetError{SheetErrorCode::LimitExceeded,
                                         {},
                                         {say::zipArchiveWith(std::move(what))},
                                         {messages::sheet::saveSheetAlone()},
                                         {}});
    };
    if (place.bytes > kMaxDirectoryBytes)
        return tooMany(say::largeDirectory(static_cast<std::int64_t>(kMaxDirectoryBytes >> 20)));
    std::string directory(static_cast<std::size_t>(place.bytes), '\0');
    LEADSHEET_TRY(const auto got, file.readAt(place.offset, directory));
    if (got != directory.size())
        return damagedArchive(messages::sheet::fileTruncated());

    ZipArchive archive;
    std::string_view rest = directory;
    while (!rest.empty() && !rest.starts_with(kSignatureMagic)) {
        if (archive.entries_.size() >= limits.maxZipEntries)
            return tooMany(say::manyEntries(static_cast<std::int64_t>(limits.maxZipEntries)));
        auto entry = takeEntry(rest);
        if (!entry)
            return damagedArchive(
                say::zipDirectoryDamaged(static_cast<std::int64_t>(archive.entries_.size())));
        archive.entries_.push_back(std::move(*entry));
    }
    const std::uint64_t found = archive.entries_.size();
    if (place.zip64 ? found != place.entries : (found & 0xFFFF) != place.entries)
        return damagedArchive(say::zipEntryCountDiffers(static_cast<std::int64_t>(found),
                                                        static_cast<std::int64_t>(place.entries)));
    LEADSHEET_TRY_DONE(placeEntries(archive.entries_, place));
    for (std::size_t i = 0; i < archive.entries_.size(); ++i) {
        const auto [at, added] =
            archive.byLowerName_.emplace(lookupName(archive.entries_[i].name), i);
        if (!added)
            archive.entries_[at->second].duplicated = archive.entries_[i].duplicated = true;
    }
    return archive;
}

const ZipEntry* ZipArchive::find(std::string_view name) const {
    const auto found = byLowerName_.find(lookupName(name));
    return found == byLowerName_.end() ? nullptr : &entries_[found->second];
}

namespace {

constexpr std::size_t kShownNameBytes = 120;

// Appends the segments of a path to `segments`; false when ".." leads above the root.
bool addSegments(std::string_view path, std::vector<std::string_view>& segments) {
    while (!path.empty()) {
        const std::size_t end = std::min(path.find_first_of("/\\"), path.size());
        const std::string_view segment = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        if (segment.empty() || segment == ".")
            continue;
        if (segment != "..") {
            segments.push_back(segment);
            continue;
        }
        if (segments.empty())
            return false;
        segments.pop_back();
    }
    return true;
}

} // namespace

std::string resolvePartName(std::string_view base, std::string_view target) {
    std::vector<std::string_view> segments;
    const bool absolute = target.starts_with('/') || target.starts_with('\\');
    if (!absolute) {
        const auto folder = base.find_last_of("/\\");
        if (folder != std::string_view::npos && !addSegments(base.substr(0, folder), segments))
            return {};
    }
    if (!addSegments(target, segments))
        return {};
    std::string name;
    for (const std::string_view segment : segments) {
        if (!name.empty())
            name += '/';
        name += segment;
    }
    return name;
}

std::string quotedPartName(std::string_view name) {
    std::uint64_t replaced = 0;
    std::string shown = repairUtf8(utf8Prefix(name, kShownNameBytes), replaced);
    std::replace_if(
        shown.begin(), shown.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '"'; }, '?');
    return "\"" + shown + (name.size() > kShownNameBytes ? "...\"" : "\"");
}

} // namespace leadsheet::app
