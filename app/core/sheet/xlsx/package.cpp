// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/package.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/xlsx/xml_values.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

// Targets are URIs, in which some programs write a blank as "%20" though the entry has a blank.
std::string withoutPercents(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const char* const digits = text.data() + i + 1;
        if (text[i] == '%' && text.size() - i > 2 &&
            std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
            plain += static_cast<char>(byte);
            i += 2;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

} // namespace

const ZipEntry* Package::target(std::string_view base, std::string_view target) const {
    const std::string name = resolvePartName(base, target);
    if (name.empty())
        return nullptr;
    const ZipEntry* const entry = archive.find(name);
    return entry != nullptr ? entry : archive.find(withoutPercents(name));
}

SheetResult<void> parsePart(const Package& package, const ZipEntry& entry, PartHandler& handler) {
    XmlReader reader(handler, entry.name, package.limits);
    handler.attach(reader);
    const auto stream =
        openZipEntry(package.file, entry, package.limits.maxOtherPartBytes, package.stop);
    return parseXml(*stream, reader);
}

namespace {

class RelationshipsHandler final : public PartHandler {
public:
    explicit RelationshipsHandler(std::size_t limit)
        : limit_(limit) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        if (name != "Relationship" || attributes.get("TargetMode") == "External")
            return;
        if (list.size() >= limit_)
            return reader().fail({SheetErrorCode::LimitExceeded,
                                  {},
                                  {say::tooManyReferences(static_cast<std::int64_t>(limit_))},
                                  {say::fetchOrOpenAndSave()},
                                  {}});
        const std::string_view type = attributes.get("Type").value_or(std::string_view());
        const auto slash = type.rfind('/');
        list.push_back(
            {std::string(attributes.get("Id").value_or(std::string_view())),
             std::string(slash == std::string_view::npos ? type : type.substr(slash + 1)),
             std::string(attributes.get("Target").value_or(std::string_view()))});
    }
    void endElement(std::string_view) override {}
    void text(std::string_view) override {}

    std::vector<Relationship> list;

private:
    std::size_t limit_;
};

} // namespace

std::string relationshipsPartName(std::string_view source) {
    const auto slash = source.rfind('/');
    const std::size_t name = slash == std::string_view::npos ? 0 : slash + 1;
    return std::string(source.substr(0, name)) + "_rels/" + std::string(source.substr(name)) +
           ".rels";
}

SheetResult<std::vector<Relationship>> readRelationships(const Package& package,
                                                         std::string_view source) {
    const ZipEntry* const entry = package.archive.find(relationshipsPartName(source));
    if (entry == nullptr)
        return std::vector<Relationship>();
    RelationshipsHandler handler(package.limits.maxZipEntries);
    LEADSHEET_TRY_DONE(parsePart(package, *entry, handler));
    return std::move(handler.list);
}

namespace {

constexpr std::string_view kUsualWorkbook = "xl/workbook.xml";
constexpr std::array<std::string_view, 5> kSheetsWithoutCells = {
    "chartsheet", "dialogsheet", "xlMacrosheet", "xlIntlMacrosheet", "macrosheet"};

struct ListedSheet {
    SheetInfo info;
    std::string relation;
};

class WorkbookHandler final : public PartHandler {
public:
    explicit WorkbookHandler(std::size_t limit)
        : limit_(limit) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        if (name == "sheets")
            inSheets_ = true;
        else if (name == "sheet" && inSheets_)
            addSheet(attributes);
        else if (name == "workbookPr")
            date1904 = xmlBoolean(attributes.get("date1904"));
    }
    void endElement(std::string_view name) override {
        if (name == "sheets")
            inSheets_ = false;
    }
    void text(std::string_view) override {}

    std::vector<ListedSheet> sheets;
    bool date1904 = false;

private:
    void addSheet(const XmlAttributes& attributes) {
        if (sheets.size() >= limit_)
            return reader().fail({SheetErrorCode::LimitExceeded,
                                  {},
                                  {say::tooManySheets(static_cast<std::int64_t>(limit_))},
                                  {say::fetchOrOpenAndSave()},
                                  {}});
        ListedSheet sheet;
        sheet.info.name = attributes.get("name").value_or(std::string_view());
        sheet.relation = attributes.get("id").value_or(std::string_view());
        const auto state = attributes.get("state");
        if (state == "hidden")
            sheet.info.visibility = SheetVisibility::Hidden;
        else if (state == "veryHidden")
            sheet.info.visibility = SheetVisibility::VeryHidden;
        sheets.push_back(std::move(sheet));
    }

    std::size_t limit_;
    bool inSheets_ = false;
};

const Relationship* findKind(const std::vector<Relationship>& list, std::string_view kind) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const Relationship& relation) {
        return relation.kind == kind;
    });
    return found == list.end() ? nullptr : &*found;
}

SheetResult<const ZipEntry*> findWorkbook(const Package& package) {
    LEADSHEET_TRY(const auto relations, readRelationships(package, ""));
    const Relationship* const main = findKind(relations, "officeDocument");
    const ZipEntry* entry = main == nullptr ? nullptr : package.target("", main->target);
    if (entry == nullptr)
        entry = package.archive.find(kUsualWorkbook);
    if (entry == nullptr)
        return damagedArchive(
            say::sheetListMissing(quotedPartName(main == nullptr ? kUsualWorkbook : main->target)));
    return entry;
}

// Charts and the like are tabs without cells. A sheet whose part cannot be found stays in the list:
// reading it tells what is missing.
void addSheets(const Package& package, std::string_view base, std::vector<ListedSheet>& listed,
               const std::vector<Relationship>& relations, Workbook& book) {
    std::unordered_map<std::string_view, const Relationship*> byId;
    for (const Relationship& relation : relations)
        byId.emplace(relation.id, &relation);
    for (ListedSheet& sheet : listed) {
        const auto found = byId.find(sheet.relation);
        const Relationship* const relation = found == byId.end() ? nullptr : found->second;
        if (relation != nullptr && std::find(kSheetsWithoutCells.begin(), kSheetsWithoutCells.end(),
                                             relation->kind) != kSheetsWithoutCells.end())
            continue;
        // So does a module of macros, which has no part to name.
        if (sheet.relation.empty())
            continue;
        const ZipEntry* const part =
            relation == nullptr ? nullptr : package.target(base, relation->target);
        sheet.info.sizeHint = part == nullptr ? 0 : part->bytes;
        book.sheets.push_back(std::move(sheet.info));
        book.parts.push_back(part);
        book.partTargets.push_back(relation == nullptr ? sheet.relation : relation->target);
    }
}

} // namespace

SheetResult<Workbook> readWorkbook(const Package& package) {
    LEADSHEET_TRY(const auto entry, findWorkbook(package));
    WorkbookHandler handler(package.limits.maxZipEntries);
    LEADSHEET_TRY_DONE(parsePart(package, *entry, handler));
    const std::string& base = entry->name;
    LEADSHEET_TRY(const auto relations, readRelationships(package, base));

    Workbook book;
    book.date1904 = handler.date1904;
    addSheets(package, base, handler.sheets, relations, book);
    if (book.sheets.empty())
        return damagedArchive(handler.sheets.empty() ? messages::sheet::workbookWithoutSheets()
                                                     : messages::sheet::workbookWithChartsOnly());
    if (const Relationship* const strings = findKind(relations, "sharedStrings"))
        book.sharedStrings = package.target(base, strings->target);
    if (const Relationship* const styles = findKind(relations, "styles"))
        book.styles = package.target(base, styles->target);
    return book;
}

} // namespace leadsheet::app
