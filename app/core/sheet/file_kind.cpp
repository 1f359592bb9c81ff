// SPDX-License-Identifier: Apache-2.0
#include "sheet/file_kind.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/xlsx/package.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace leadsheet::app {

namespace say = messages::sheet;
using namespace std::string_view_literals;

namespace {

constexpr std::string_view kOle2Magic = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv;

tl::unexpected<SheetError> refused(Message what, Message wayOut = say::openAndSaveXlsx(),
                                   SheetErrorCode code = SheetErrorCode::UnsupportedFormat) {
    return tl::unexpected(SheetError{code, {}, {std::move(what)}, {std::move(wayOut)}, {}});
}

// Names inside OLE2 directories are UTF-16LE.
bool hasWideName(std::string_view bytes, std::string_view name) {
    std::string wide;
    for (const char c : name) {
        wide += c;
        wide += '\0';
    }
    return bytes.find(wide) != std::string_view::npos;
}

tl::unexpected<SheetError> refuseOle2(const FileEnds& ends) {
    const auto has = [&](std::string_view name) {
        return hasWideName(ends.directory, name) || hasWideName(ends.head, name) ||
               hasWideName(ends.tail, name);
    };
    if (has("EncryptedPackage"))
        return refused(say::workbookPasswordProtected(), say::removePasswordInProgram(),
                       SheetErrorCode::PasswordProtected);
    if (has("Workbook") || has("Book"))
        return refused(say::oldExcelWorkbook());
    return refused(say::oldOfficeDocument());
}

struct Magic {
    std::string_view bytes;
    Message (*what)();
    Message (*wayOut)();
};

constexpr std::array kMagics = {
    Magic{"%PDF-"sv, say::pdfDocument, say::getOriginalSheet},
    Magic{"{\\rtf"sv, say::richTextDocument, say::openAndSaveXlsx},
    Magic{"7z\xBC\xAF\x27\x1C"sv, say::sevenZipArchive, say::unpackAndOpenSheet},
    Magic{"Rar!\x1A\x07"sv, say::rarArchive, say::unpackAndOpenSheet},
    Magic{"BZh"sv, say::bzip2File, say::unpackAndOpenSheet},
    Magic{"\xFD"
          "7zXZ\0"sv,
          say::xzFile, say::unpackAndOpenSheet},
    Magic{"\x28\xB5\x2F\xFD"sv, say::zstandardFile, say::unpackAndOpenSheet},
    Magic{"SQLite format 3\0"sv, say::sqliteDatabase, say::exportAsCsv},
    Magic{"PAR1"sv, say::parquetFile, say::exportAsCsv},
    Magic{"\x89PNG"sv, say::pngPicture, say::openSheetItself},
    Magic{"\xFF\xD8\xFF"sv, say::jpegPicture, say::openSheetItself},
    Magic{"\x7F"
          "ELF"sv,
          say::programFile, say::openSheetItself},
};

// Start of the text in lower case, without byte order mark and blanks.
std::string textStart(std::string_view head) {
    if (head.starts_with("\xEF\xBB\xBF"))
        head.remove_prefix(3);
    const auto first = head.find_first_not_of(" \t\r\n");
    std::string start(first == std::string_view::npos ? ""sv : head.substr(first, 512));
    std::transform(start.begin(), start.end(), start.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return start;
}

std::optional<SheetError> refusedMarkup(std::string_view head) {
    const std::string start = textStart(head);
    for (const auto tag : {"<!doctype html"sv, "<html"sv, "<table"sv, "<head"sv, "<meta"sv})
        if (start.starts_with(tag))
            return refused(say::webPageNamedSheet()).value();
    if (start.starts_with("<?xml") &&
        (start.find("excel.sheet") != std::string::npos ||
         start.find("microsoft-com:office:spreadsheet") != std::string::npos))
        return refused(say::excel2003Xml()).value();
    if (start.starts_with("<?xml") && start.find("office:document") != std::string::npos)
        return refused(messages::container::flatOpendocumentFile(), say::openAndSaveOdsXlsx())
            .value();
    if (start.starts_with("<?xml"))
        return refused(say::xmlDocument()).value();
    if (start.starts_with("{\"") || start.starts_with("[{"))
        return refused(say::jsonFile(), say::convertToCsv()).value();
    return std::nullopt;
}

// Text has hardly any control characters; UTF-16 and UTF-32 have zero bytes, counted elsewhere.
bool looksBinary(std::string_view head) {
    const auto control = std::count_if(head.begin(), head.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && byte != 0 && byte != '\t' && byte != '\n' && byte != '\r' &&
                byte != '\f' && byte != '\v' && byte != 0x1B && byte != 0x1E && byte != 0x1F) ||
               byte == 0x7F;
    });
    return control * 20 > static_cast<std::ptrdiff_t>(head.size());
}

} // namespace

std::optional<std::uint64_t> ole2DirectoryOffset(std::string_view head) {
    if (!head.starts_with(kOle2Magic) || head.size() < 52)
        return std::nullopt;
    const auto shift = static_cast<unsigned char>(head[30]);
    if (shift < 7 || shift > 16)
        return std::nullopt;
    return (std::uint64_t{little32(head, 48)} + 1) << shift;
}

SheetResult<FileKind> recogniseFile(const FileEnds& ends) {
    const std::string_view head = ends.head;
    if (head.empty())
        return refused(say::fileEmpty(), say::chooseOtherOrSaveAgain(), SheetErrorCode::Empty);
    if (head.starts_with("\x1F\x8B"))
        return FileKind::Gzip;
    if (head.starts_with(kOle2Magic))
        return refuseOle2(ends);
    if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06"))
        return FileKind::Archive;
    for (const Magic& magic : kMagics)
        if (head.starts_with(magic.bytes))
            return refused(magic.what(), magic.wayOut());
    if (head.size() > 262 && head.substr(257, 5) == "ustar")
        return refused(say::tarArchive(), say::unpackAndOpenSheet());
    if (auto markup = refusedMarkup(head))
        return tl::unexpected(std::move(*markup));
    if (!ends.wideText && looksBinary(head))
        return refused(say::contentUnknown());
    return FileKind::Text;
}

namespace {

constexpr std::uint64_t kMaxTypeBytes = 1024;
constexpr std::string_view kContentTypes = "[Content_Types].xml";

enum class Office { Xlsx, Xlsm, Xlsb, Word, PowerPoint, Visio };

struct MainType {
    std::string_view type;
    Office office;
};
constexpr std::array kMainTypes = {
    MainType{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"sv,
             Office::Xlsx},
    MainType{"application/vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml"sv,
             Office::Xlsx},
    MainType{"application/vnd.ms-excel.sheet.macroEnabled.main+xml"sv, Office::Xlsm},
    MainType{"application/vnd.ms-excel.template.macroEnabled.main+xml"sv, Office::Xlsm},
    MainType{"application/vnd.ms-excel.addin.macroEnabled.main+xml"sv, Office::Xlsm},
    MainType{"application/vnd.ms-excel.sheet.binary.macroEnabled.main"sv, Office::Xlsb},
    MainType{"application/vnd.openxmlformats-officedocument.wordprocessingml."sv, Office::Word},
    MainType{"application/vnd.ms-word."sv, Office::Word},
    MainType{"application/vnd.openxmlformats-officedocument.presentationml."sv, Office::PowerPoint},
    MainType{"application/vnd.ms-powerpoint."sv, Office::PowerPoint},
    MainType{"application/vnd.ms-visio."sv, Office::Visio},
};

// The first of kMainTypes that any part has; a Word file may contain workbooks, but as parts whose
// types are others.
class ContentTypesHandler final : public PartHandler {
public:
    void startElement(std::string_view, const XmlAttributes& attributes) override {
        const auto type = attributes.get("ContentType");
        if (!type)
            return;
        const auto known =
            std::find_if(kMainTypes.begin(), kMainTypes.end(),
                         [&](const MainType& main) { return type->starts_with(main.type); });
        if (known != kMainTypes.end() && (!office || known->office < *office))
            office = known->office;
    }
    void endElement(std::string_view) override {}
    void text(std::string_view) override {}

    std::optional<Office> office;
};

std::optional<Office> officeByName(const ZipArchive& archive) {
    if (archive.find("xl/workbook.xml") != nullptr)
        return Office::Xlsx;
    if (archive.find("xl/workbook.bin") != nullptr)
        return Office::Xlsb;
    if (archive.find("word/document.xml") != nullptr)
        return Office::Word;
    if (archive.find("ppt/presentation.xml") != nullptr)
        return Office::PowerPoint;
    return std::nullopt;
}

SheetResult<std::optional<Office>> officeOf(const Package& package) {
    const ZipEntry* const types = package.archive.find(kContentTypes);
    ContentTypesHandler handler;
    if (types != nullptr)
        LEADSHEET_TRY_DONE(parsePart(package, *types, handler));
    return handler.office ? handler.office : officeByName(package.archive);
}

SheetResult<SheetFormat> formatOf(Office office) {
    switch (office) {
    case Office::Xlsx:
        return SheetFormat::Xlsx;
    case Office::Xlsm:
        return SheetFormat::Xlsm;
    case Office::Xlsb:
        return refused(say::binaryExcelWorkbook(), say::openAndSaveXlsx());
    case Office::Word:
        return refused(say::wordDocument(), say::copyTableSaveXlsx());
    case Office::PowerPoint:
        return refused(say::powerpointPresentation(), say::copyTableSaveXlsx());
    case Office::Visio:
        break;
    }
    return refused(say::visioDrawing(), say::copyTableSaveXlsx());
}

SheetResult<bool> isOpenDocument(const Package& package) {
    const ZipArchive& archive = package.archive;
    if (const ZipEntry* const entry = archive.find("mimetype")) {
        const auto type = readZipEntry(package.file, *entry, kMaxTypeBytes, package.stop);
        if (!type && type.error().code != SheetErrorCode::LimitExceeded)
            return tl::unexpected(type.error());
        if (type && (type->starts_with("application/vnd.oasis.opendocument.") ||
                     type->starts_with("application/vnd.sun.xml.")))
            return true;
    }
    return archive.find("content.xml") != nullptr || archive.find("encrypted-package") != nullptr;
}

tl::unexpected<SheetError> refuseOther(const ZipArchive& archive) {
    if (archive.find("Index/Document.iwa") != nullptr || archive.find("Index.zip") != nullptr)
        return refused(say::appleIworkDocument(), say::exportFromNumbers());
    const auto isFile = [](const ZipEntry& entry) {
        return !entry.name.ends_with('/');
    };
    const auto first = std::find_if(archive.entries().begin(), archive.entries().end(), isFile);
    const auto files = std::count_if(archive.entries().begin(), archive.entries().end(), isFile);
    if (files == 0)
        return refused(say::emptyZipArchive(), say::chooseOtherFile());
    if (std::any_of(archive.entries().begin(), archive.entries().end(),
                    [](const ZipEntry& entry) { return entry.encrypted; }))
        return tl::unexpected(SheetError{SheetErrorCode::PasswordProtected,
                                         {},
                                         {say::zipPasswordProtected(quotedPartName(first->name))},
                                         {say::unpackWithPassword()},
                                         {}});
    return refused(files == 1
                       ? say::zipWithoutWorkbook(quotedPartName(first->name))
                       : say::zipAndMoreWithoutWorkbook(quotedPartName(first->name), files - 1),
                   say::unpackAndOpenSheet());
}

} // namespace

SheetResult<SheetFormat> recogniseArchive(const InputFile& file, const ZipArchive& archive,
                                          const SheetLimits& limits, const std::stop_token& stop) {
    const Package package{file, archive, limits, stop};
    LEADSHEET_TRY(const auto office, officeOf(package));
    if (office)
        return formatOf(*office);
    LEADSHEET_TRY(const auto openDocument, isOpenDocument(package));
    if (openDocument)
        return SheetFormat::Ods;
    return refuseOther(archive);
}

} // namespace leadsheet::app
