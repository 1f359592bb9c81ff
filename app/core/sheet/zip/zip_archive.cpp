// SPDX-License-Identifier: Apache-2.0
#include "sheet/zip/zip_archive.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/zip/little_endian.hpp"
#include "sheet/zip/zip_directory.hpp"
#include "sheet/zip/zip_errors.hpp"

#include <algorithm>
#include <optional>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kLocalBytes = 30;
constexpr std::string_view kEntryMagic = "PK\x01\x02"sv;
constexpr std::string_view kSignatureMagic =
    "PK\x05\x05"sv; // a digital signature after the entries
constexpr std::uint16_t kEncryptedFlags = 1U | 1U << 6 | 1U << 13;
constexpr std::uint16_t kUtf8Flag = 1U << 11;
constexpr std::uint16_t kExtra64 = 1;
constexpr std::uint64_t kIn64 = 0xFFFFFFFF;

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

} // namespace leadsheet::app
