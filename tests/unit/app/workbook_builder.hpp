// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workbook_read.hpp"
#include "zip_builder.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app::test {

/// A workbook to build, from XML as it goes into the parts.
struct XlsxBook {
    struct Sheet {
        std::string name;
        std::string xml;                ///< the whole part
        std::string attributes;         ///< more of the `sheet` element, "state=\"hidden\""
        std::string kind = "worksheet"; ///< of its relationship
    };
    std::vector<Sheet> sheets;
    std::vector<std::string> texts;   ///< inside of each `si`; none = no such part
    std::vector<std::string> formats; ///< codes of styles 1, 2, ...; style 0 is General
    bool date1904 = false;
};

using TextRows = std::vector<std::vector<std::string>>;

/// A cell with its text inside; `place` is "B2".
std::string xlsxTextCell(const std::string& place, const std::string& text);
/// Rows of such cells, from row 1. Empty texts are no cells, and rows without cells no rows.
std::string xlsxTextRows(const TextRows& rows);
/// A sheet part around rows in XML, with what stands before and behind them.
std::string xlsxSheet(std::string_view rows, std::string_view before = {},
                      std::string_view behind = {});
/// The parts of a workbook, to be changed before they are packed: content types, relationships,
/// workbook, its relationships, then sheets, styles and shared texts.
std::vector<ZipPart> xlsxParts(const XlsxBook& book);
ZipPart& partNamed(std::vector<ZipPart>& parts, std::string_view name);

std::string xlsxFile(const XlsxBook& book);
/// A workbook with one sheet of these rows.
XlsxBook xlsxBook(std::string_view rows);

/// Reads a workbook in every way there is; when these do not agree, `text` says so.
WorkbookRead readXlsx(const std::filesystem::path& path, const SheetOptions& options = {},
                      std::size_t sheet = 0);

} // namespace leadsheet::app::test
