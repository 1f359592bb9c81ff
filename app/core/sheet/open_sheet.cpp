// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/messages/sheet.hpp"

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/try.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/file_kind.hpp"
#include "sheet/sources.hpp"
#include "sheet/transcoder.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {

namespace say = messages::sheet;

std::string_view sheetFormatName(SheetFormat format) {
    static constexpr auto kWords =
        std::to_array<std::string_view>({"delimited text", "gzipped delimited text",
                                         "XLSX workbook", "XLSM workbook", "ODS spreadsheet"});
    static_assert(kWords.size() == static_cast<std::size_t>(SheetFormat::Ods) + 1);
    return kWords[static_cast<std::size_t>(format)];
}

bool isWorkbook(SheetFormat format) {
    return format == SheetFormat::Xlsx || format == SheetFormat::Xlsm || format == SheetFormat::Ods;
}

namespace {

SheetResult<std::string> readPart(const InputFile& file, std::uint64_t offset, std::size_t bytes) {
    std::string part(bytes, '\0');
    LEADSHEET_TRY(const auto got, file.readAt(offset, part));
    part.resize(got);
    return part;
}

// A stated encoding is taken at its word, a byte order mark or zero bytes tell the others.
bool isWideText(std::string_view head, const SheetOptions& options) {
    return options.encoding || byteOrderMark(head) || wideEncoding(head);
}

SheetResult<FileKind> recognise(const InputFile& file, const SheetOptions& options) {
    LEADSHEET_TRY(const auto head, readPart(file, 0, kRecognitionBytes));
    const std::uint64_t tailStart =
        std::max<std::uint64_t>(file.size(), kRecognitionBytes) - kRecognitionBytes;
    LEADSHEET_TRY(const auto tail, readPart(file, tailStart, kRecognitionBytes));
    std::string directory;
    if (const auto offset = ole2DirectoryOffset(head)) {
        LEADSHEET_TRY(auto part, readPart(file, *offset, kRecognitionBytes));
        directory = std::move(part);
    }
    return recogniseFile({head, tail, directory, isWideText(head, options)});
}

// What is inside a .gz must be text too: a packed workbook or archive is refused by its own name.
SheetResult<void> recogniseInside(const InputFile& file, const SheetOptions& options,
                                  const std::stop_token& stop) {
    std::string head(kRecognitionBytes, '\0');
    LEADSHEET_TRY(const auto got, makeGzipStream(file, options.limits, stop)->read(head));
    head.resize(got);
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
    LEADSHEET_TRY(auto archive, ZipArchive::open(*file, options.limits));
    LEADSHEET_TRY(const auto format, recogniseArchive(*file, archive, options.limits, stop));
    if (format == SheetFormat::Ods)
        return openOdsSource(std::move(file), std::move(archive), options, std::move(stop));
    return openXlsxSource(std::move(file), std::move(archive), format, options, std::move(stop));
}

} // namespace

SheetResult<std::unique_ptr<RowSource>>
openSheet(const std::filesystem::path& path, const SheetOptions& options, std::stop_token stop) {
    LEADSHEET_TRY(auto opened, InputFile::open(path));
    auto file = std::make_unique<InputFile>(std::move(opened));
    LEADSHEET_TRY(const auto kind, recognise(*file, options));
    if (kind == FileKind::Gzip)
        LEADSHEET_TRY_DONE(recogniseInside(*file, options, stop));
    if (kind == FileKind::Archive)
        return openArchive(std::move(file), options, std::move(stop));
    return openTextSource(std::move(file), kind, path.filename().string(), options,
                          std::move(stop));
}

} // namespace leadsheet::app
