// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "zip_builder.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app::test {

inline constexpr std::string_view kOdsType = "application/vnd.oasis.opendocument.spreadsheet";

/// A content.xml around what stands in the spreadsheet's body, and around automatic styles.
std::string odsContent(std::string_view body, std::string_view styles = {});
/// "<table:table table:name="Sheet1">...": a sheet with rows already in XML.
std::string odsTable(std::string_view rows, std::string_view name = "Sheet1");
/// A row with one cell of each text.
std::string odsTextRow(const std::vector<std::string>& texts);

std::string odsManifest(std::string_view entries = {}, std::string_view type = kOdsType);
/// The parts of a file with this content.xml, to be changed before they are packed.
std::vector<ZipPart> odsParts(std::string_view content);
std::string odsFile(std::string_view content);
/// The same for a single sheet of these rows.
std::string odsFileOfRows(std::string_view rows);

/// What a source gives, a line a row: "3*2 hidden A=text:abc C=number:5". A formula's value has
/// "=" before it. Ends in "error NAME" when the read failed.
struct OdsRead {
    std::string text;
    SheetError error;
    bool failed = false;
    SheetStats stats;
    std::vector<SheetInfo> sheets;
    std::vector<std::uint32_t> hiddenColumns;
    std::vector<CellRange> merged;
};
OdsRead readOds(const std::filesystem::path& path, const SheetOptions& options = {},
                std::size_t sheet = 0);
std::string rowText(const RowView& row);

} // namespace leadsheet::app::test
