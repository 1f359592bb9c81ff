// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "zip_builder.hpp"

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

} // namespace leadsheet::app::test
