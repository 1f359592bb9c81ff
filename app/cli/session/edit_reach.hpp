// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "open_sheet.hpp"

namespace leadsheet::cli {

/// Refuses a correction that would change nothing: of a tab that is not read, of a row above the
/// column names, or of a row that the sheet does not have. Reads the corrected tabs as far as they
/// are corrected.
Outcome<void> checkEditReach(Context& context, const SheetFile& file);

} // namespace leadsheet::cli
