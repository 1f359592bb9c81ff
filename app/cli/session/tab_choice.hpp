// SPDX-License-Identifier: Apache-2.0
#pragma once

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

} // namespace leadsheet::cli
