// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/xml/xml_reader.hpp"
#include "sheet/zip/zip_archive.hpp"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// A handler that can stop the reader it is attached to.
class PartHandler : public XmlHandler {
public:
    void attach(XmlReader& reader) { reader_ = &reader; }

protected:
    XmlReader& reader() { return *reader_; }

private:
    XmlReader* reader_ = nullptr;
};

/// Where the parts of a workbook come from. All references must outlive it.
struct Package {
    const InputFile& file;
    const ZipArchive& archive;
    const SheetLimits& limits;
    const std::stop_token& stop;
    /// Rows and texts are scanned where they can be. Without it everything goes through the parser:
    /// slower, and the same.
    bool scans = true;

    /// The part that a relationship of `base` with this target leads to; null when there is none.
    const ZipEntry* target(std::string_view base, std::string_view target) const;
};

/// Reads a whole part of at most `maxOtherPartBytes`.
SheetResult<void> parsePart(const Package& package, const ZipEntry& entry, PartHandler& handler);

/// What a part refers to (ECMA-376 part 2, 9.3).
struct Relationship {
    std::string id;
    std::string kind;   ///< last segment of the type: "worksheet", the same in strict files
    std::string target; ///< as written, relative to the part that refers
};

/// The relationships of the part `source`, "" for the archive itself; none when it has no such
/// part. External ones are left out.
SheetResult<std::vector<Relationship>> readRelationships(const Package& package,
                                                         std::string_view source);

/// "xl/_rels/workbook.xml.rels" of "xl/workbook.xml", "_rels/.rels" of "".
std::string relationshipsPartName(std::string_view source);

/// What the workbook part and its relationships say. Entries belong to the archive.
struct Workbook {
    std::vector<SheetInfo> sheets;        ///< without chart, dialog and macro sheets
    std::vector<const ZipEntry*> parts;   ///< of each sheet; null when it is missing
    std::vector<std::string> partTargets; ///< of each sheet, for naming what is missing
    const ZipEntry* sharedStrings = nullptr;
    const ZipEntry* styles = nullptr;
    bool date1904 = false;
};

/// Finds the workbook by the archive's relationships, or where it usually is.
SheetResult<Workbook> readWorkbook(const Package& package);

} // namespace leadsheet::app
