// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/sheet_edits.hpp"

#include <filesystem>
#include <memory>

namespace leadsheet::desktop {

/// Where the corrections of a sheet are kept, so that nothing typed is lost when the program ends.
/// Another content, size or time of the sheet has another file: corrections belong to cells of one
/// version only. Empty when the sheet cannot be looked at.
std::filesystem::path keptEditsFile(const app::AppFolders& folders,
                                    const std::filesystem::path& sheet);

/// Null when nothing usable was kept.
std::shared_ptr<const app::SheetEdits> loadKeptEdits(const std::filesystem::path& file);

/// Removes the file when there is nothing to keep. Failing to keep them is no failure of the work.
void keepEdits(const std::filesystem::path& file, const app::SheetEdits* edits);

} // namespace leadsheet::desktop
