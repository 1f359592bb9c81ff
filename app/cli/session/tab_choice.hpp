// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "open_sheet.hpp"
#include "sheet_arguments.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace leadsheet::cli {

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
