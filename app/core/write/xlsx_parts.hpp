// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Cell styles of `xlsxStyles`, by their index.
inline constexpr int kHeaderStyle = 1;
inline constexpr int kDateStyle = 2;
inline constexpr int kMomentStyle = 3;
inline constexpr int kAmountStyle = 4;

// The parts of a workbook around its sheets (ECMA-376 part 1, 12.3), as few as programs need.
std::string xlsxRootRelations();
/// Amounts are shown with this ISO 4217 code before them.
std::string xlsxStyles(std::string_view currency = "USD");
std::string xlsxContentTypes(std::size_t sheets);
std::string xlsxWorkbook(const std::vector<std::string>& sheetNames);
std::string xlsxWorkbookRelations(std::size_t sheets);
/// "xl/worksheets/sheet1.xml" for 1.
std::string xlsxSheetPart(std::size_t number);

/// A name that programs accept for a tab, as close to `wish` as possible.
std::string xlsxSheetName(std::string_view wish);
/// "Leads (2)", shortened where needed.
std::string xlsxSheetName(std::string_view base, std::size_t number);

} // namespace leadsheet::app
