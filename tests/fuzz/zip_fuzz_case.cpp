// SPDX-License-Identifier: Apache-2.0
// The input is an archive.
#include "fuzz_case.hpp"
#include "memory_file.hpp"
#include "row_promises.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <zlib.h>

namespace leadsheet::test {

namespace {

using namespace leadsheet::app;

constexpr std::uint64_t kMaxBytes = 1 << 20;
constexpr std::size_t kMaxEntries = 20;

struct Content {
    std::string bytes;
    std::string error;
    std::string problem;
};

Content readInPieces(const InputFile& file, const ZipEntry& entry, std::size_t piece) {
    Content content;
    const auto stream = openZipEntry(file, entry, kMaxBytes, {});
    std::vector<char> buffer(piece);
    for (;;) {
        const auto got = stream->read(buffer);
        if (!got) {
            content.error = got.error().message();
            content.problem = checkError(got.error());
            return content;
        }
        if (*got == 0)
            return content;
        content.bytes.append(buffer.data(), *got);
        if (content.bytes.size() > kMaxBytes || stream->position() > entry.packedBytes) {
            content.problem = "more bytes than the limits allow";
            return content;
        }
    }
}

std::string checkEntry(const InputFile& file, const ZipArchive& archive, const ZipEntry& entry) {
    if (archive.find(entry.name) == nullptr)
        return "an entry cannot be found by its name";
    const Content whole = readInPieces(file, entry, kReadStep);
    if (!whole.problem.empty())
        return whole.problem;
    if (const Content pieces = readInPieces(file, entry, 37); pieces.error != whole.error)
        return "an entry's error differs with the size of the pieces: \"" + whole.error +
               "\" and \"" + pieces.error + "\"";
    if (!whole.error.empty())
        return "";
    const auto crc = static_cast<std::uint32_t>(
        crc32_z(0, reinterpret_cast<const Bytef*>(whole.bytes.data()), whole.bytes.size()));
    if (whole.bytes.size() != entry.bytes || crc != entry.crc)
        return "an entry is not what the directory says, and no error";
    return "";
}

std::string playZipCase(std::string_view input) {
    const MemoryFile memory(input);
    const auto file = InputFile::open(memory.path());
    if (!file)
        return input.empty() ? "" : checkError(file.error());
    SheetLimits limits;
    limits.maxZipEntries = 100;
    const auto archive = ZipArchive::open(*file, limits);
    if (!archive)
        return checkError(archive.error());
    if (archive->entries().size() > limits.maxZipEntries)
        return "more entries than allowed";
    const std::size_t count = std::min(archive->entries().size(), kMaxEntries);
    for (std::size_t i = 0; i < count; ++i)
        if (auto problem = checkEntry(*file, *archive, archive->entries()[i]); !problem.empty())
            return problem;
    return "";
}

} // namespace

LEADSHEET_FUZZ_CASE(zip, playZipCase);

} // namespace leadsheet::test
