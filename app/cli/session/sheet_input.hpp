// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"
#include "open_sheet.hpp"
#include "sheet_arguments.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::cli {

/// Where the bytes of a sheet are. Sheets are read more than once, so what is not a file becomes
/// one.
struct SheetInput {
    std::filesystem::path path; ///< absolute
    bool temporary = false;     ///< a copy made by sheetInput(), in the folder pipedFolder()
    std::string name;           ///< of a temporary one: "standard input", or the download's name
};

/// A file's path, "-" for standard input, or http(s)://… of a published sheet.
Outcome<SheetInput> sheetInput(Context& context, const std::string& path);

/// Holds copies of sheets that were not files.
std::filesystem::path pipedFolder(const Context& context);

/// The tabs that are meant, as indexes in the order of the workbook.
Outcome<std::vector<std::size_t>> chosenTabs(const SheetArguments& arguments,
                                             const std::vector<app::SheetInfo>& sheets);

/// What --header-row says about a tab of the chosen ones.
Outcome<std::optional<std::uint32_t>> statedHeaderRow(const SheetArguments& arguments,
                                                      const std::vector<app::SheetInfo>& sheets,
                                                      std::size_t tab);

/// All corrections: those of the file or of an earlier run, then the stated ones.
Outcome<std::shared_ptr<const app::SheetEdits>> editsOf(const SheetArguments& arguments,
                                                        const std::vector<std::size_t>& tabs,
                                                        const std::vector<app::SheetInfo>& sheets);

/// Refuses a correction that would change nothing: of a tab that is not read, of a row above the
/// column names, or of a row that the sheet does not have. Reads the corrected tabs as far as they
/// are corrected.
Outcome<void> checkEditReach(Context& context, const SheetFile& file);

} // namespace leadsheet::cli
