// SPDX-License-Identifier: Apache-2.0
#include "zip_builder.hpp"

#include "packed_text.hpp"

#include <zlib.h>

namespace leadsheet::app::test {
namespace {

constexpr std::uint64_t kIn64 = 0xFFFFFFFF;
constexpr std::uint16_t kDescriptorFlag = 1U << 3;

void put(std::string& out, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i) & 0xFF);
}

struct Placed {
    std::uint64_t offset = 0;
    std::uint64_t packedBytes = 0;
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;
    std::uint16_t method = 0;
    std::uint16_t flags = 0;
};

std::string extra64(const Placed& placed) {
    std::string extra;
    put(extra, 1, 2);
    put(extra, 24, 2);
    put(extra, placed.bytes, 8);
    put(extra, placed.packedBytes, 8);
    put(extra, placed.offset, 8);
    return extra;
}

Placed addLocal(std::string& out, const ZipPart& part, std::uint64_t origin) {
    const std::string data =
        part.packed.value_or(part.deflate ? deflated(part.content) : part.content);
    Placed placed;
    placed.offset = part.claimedOffset.value_or(out.size() - origin);
    placed.packedBytes = part.claimedPacked.value_or(data.size());
    placed.bytes = part.claimedBytes.value_or(part.content.size());
    placed.crc = part.crc.value_or(static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(part.content.data()), part.content.size())));
    placed.method = part.method.value_or(part.deflate ? 8 : 0);
    placed.flags =
        static_cast<std::uint16_t>(part.flags | (part.dataDescriptor ? kDescriptorFlag : 0));
    put(out, 0x04034B50, 4);
    put(out, 20, 2);
    put(out, placed.flags, 2);
    put(out, placed.method, 2);
    put(out, 0, 4);
    const bool later = part.dataDescriptor;
    put(out, later ? 0 : placed.crc, 4);
    put(out, later ? 0 : placed.packedBytes, 4);
    put(out, later ? 0 : placed.bytes, 4);
    put(out, part.name.size(), 2);
    put(out, 0, 2);
    out += part.name + data;
    if (later) {
        put(out, 0x08074B50, 4);
        put(out, placed.crc, 4);
        put(out, placed.packedBytes, 4);
        put(out, placed.bytes, 4);
    }
    return placed;
}

void addCentral(std::string& out, const ZipPart& part, const Placed& placed) {
    const std::string extra = part.zip64 ? extra64(placed) : std::string();
    put(out, 0x02014B50, 4);
    put(out, 20, 2);
    put(out, 20, 2);
    put(out, placed.flags, 2);
    put(out, placed.method, 2);
    put(out, 0, 4);
    put(out, placed.crc, 4);
    put(out, part.zip64 ? kIn64 : placed.packedBytes, 4);
    put(out, part.zip64 ? kIn64 : placed.bytes, 4);
    put(out, part.name.size(), 2);
    put(out, extra.size(), 2);
    put(out, 0, 8);
    put(out, 0, 2);
    put(out, part.zip64 ? kIn64 : placed.offset, 4);
    out += part.name + extra;
}

} // namespace

std::string deflated(std::string_view bytes) {
    return leadsheet::test::packedText(bytes, leadsheet::test::Packing::Deflate);
}

std::string buildZip(const std::vector<ZipPart>& parts, const ZipTraits& traits) {
    std::string out = traits.prefix;
    const std::uint64_t origin = out.size();
    std::vector<Placed> placed;
    for (const ZipPart& part : parts)
        placed.push_back(addLocal(out, part, origin));
    const std::uint64_t directory = out.size();
    for (std::size_t i = 0; i < parts.size(); ++i)
        addCentral(out, parts[i], placed[i]);
    const std::uint64_t entries = traits.claimedEntries.value_or(parts.size());
    const std::uint64_t bytes = traits.claimedDirectoryBytes.value_or(out.size() - directory);
    const std::uint64_t offset = traits.claimedDirectoryOffset.value_or(directory - origin);
    if (traits.zip64) {
        const std::uint64_t record = out.size() - origin;
        put(out, 0x06064B50, 4);
        put(out, 44, 8);
        put(out, 45, 2);
        put(out, 45, 2);
        put(out, 0, 8);
        put(out, entries, 8);
        put(out, entries, 8);
        put(out, bytes, 8);
        put(out, offset, 8);
        put(out, 0x07064B50, 4);
        put(out, 0, 4);
        put(out, record, 8);
        put(out, 1, 4);
    }
    put(out, 0x06054B50, 4);
    put(out, 0, 4);
    put(out, traits.zip64 ? 0xFFFF : entries, 2);
    put(out, traits.zip64 ? 0xFFFF : entries, 2);
    put(out, traits.zip64 ? kIn64 : bytes, 4);
    put(out, traits.zip64 ? kIn64 : offset, 4);
    put(out, traits.comment.size(), 2);
    return out + traits.comment;
}

} // namespace leadsheet::app::test
