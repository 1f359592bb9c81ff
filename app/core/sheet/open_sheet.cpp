// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/messages/sheet.hpp"
#include "sheet/archive_kind.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/encoding_guess.hpp"
#include "sheet/file_kind.hpp"
#include "sheet/ods/ods_source.hpp"
#include "sheet/text_source.hpp"
#include "sheet/xlsx/xlsx_source.hpp"

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

SheetResult<std::string> readPart(const InputFile& file, std::uint64_t offset, std::size_t bytes) {
    std::string part(bytes, '\0');
    const auto got = file.readAt(offset, part);
    if (!got)
        return tl::unexpected(got.error());
    part.resize(*got);
    return part;
}

// A stated encoding is taken at its word, a byte order mark or zero bytes tell the others.
bool isWideText(std::string_view head, const SheetOptions& options) {
    return options.encoding || byteOrderMark(head) || wideEncoding(head);
}

SheetResult<FileKind> recognise(const InputFile& file, const SheetOptions& options) {
    const auto head = readPart(file, 0, kRecognitionBytes);
    if (!head)
        return tl::unexpected(head.error());
    const std::uint64_t tailStart =
        std::max<std::uint64_t>(file.size(), kRecognitionBytes) - kRecognitionBytes;
    const auto tail = readPart(file, tailStart, kRecognitionBytes);
    if (!tail)
        return tl::unexpected(tail.error());
    std::string directory;
    if (const auto offset = ole2DirectoryOffset(*head)) {
        auto part = readPart(file, *offset, kRecognitionBytes);
        if (!part)
            return tl::unexpected(part.error());
        directory = std::move(*part);
    }
    return recogniseFile({*head, *tail, directory, isWideText(*head, options)});
}

// What is inside a .gz must be text too: a packed workbook or archive is refused by its own name.
SheetResult<void> recogniseInside(const InputFile& file, const SheetOptions& options,
                                  const std::stop_token& stop) {
    std::string head(kRecognitionBytes, '\0');
    const auto got = makeGzipStream(file, options.limits, stop)->read(head);
    if (!got)
        return tl::unexpected(got.error());
    head.resize(*got);
    const auto kind = recogniseFile({head, {}, {}, isWideText(head, options)});
    if (!kind) {
        SheetError error = kind.error();
        error.reason.insert(error.reason.begin(), say::gzipWithoutSheet());
        return tl::unexpected(std::move(error));
    }
    if (*kind != FileKind::Text)
        return tl::unexpected(
            SheetError{SheetErrorCode::UnsupportedFormat,
                       {},
                       {*kind == FileKind::Gzip ? say::gzipInGzip() : say::gzipWithArchive()},
                       {say::unpackAndOpenSheet()},
                       {}});
    return {};
}

SheetResult<std::unique_ptr<RowSource>>
openArchive(std::unique_ptr<InputFile> file, const SheetOptions& options, std::stop_token stop) {
    auto archive = ZipArchive::open(*file, options.limits);
    if (!archive)
        return tl::unexpected(archive.error());
    const auto format = recogniseArchive(*file, *archive, options.limits, stop);
    if (!format)
        return tl::unexpected(format.error());
    if (*format == SheetFormat::Ods)
        return openOdsSource(std::move(file), std::move(*archive), options, std::move(stop));
    return openXlsxSource(std::move(file), std::move(*archive), *format, options, std::move(stop));
}

} // namespace

SheetResult<std::unique_ptr<RowSource>>
openSheet(const std::filesystem::path& path, const SheetOptions& options, std::stop_token stop) {
    auto opened = InputFile::open(path);
    if (!opened)
        return tl::unexpected(opened.error());
    auto file = std::make_unique<InputFile>(std::move(*opened));
    const auto kind = recognise(*file, options);
    if (!kind)
        return tl::unexpected(kind.error());
    if (*kind == FileKind::Gzip)
        if (auto inside = recogniseInside(*file, options, stop); !inside)
            return tl::unexpected(inside.error());
    if (*kind == FileKind::Archive)
        return openArchive(std::move(file), options, std::move(stop));
    return openTextSource(std::move(file), *kind, path.filename().string(), options,
                          std::move(stop));
}

} // namespace leadsheet::app
