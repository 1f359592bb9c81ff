// SPDX-License-Identifier: Apache-2.0
#include "sheet/archive_kind.hpp"

#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/xlsx/package.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t kMaxTypeBytes = 1024;
constexpr std::string_view kContentTypes = "[Content_Types].xml";

tl::unexpected<SheetError> refused(Message what, Message wayOut) {
    return tl::unexpected(SheetError{
        SheetErrorCode::UnsupportedFormat, {}, {std::move(what)}, {std::move(wayOut)}, {}});
}

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
        if (auto parsed = parsePart(package, *types, handler); !parsed)
            return tl::unexpected(std::move(parsed.error()));
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
