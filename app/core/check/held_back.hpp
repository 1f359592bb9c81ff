// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::app {

/// Whether a line says that the rows below it are not to be ordered, or not now: "on hold",
/// "Wave 2 - do not order yet". What is only not decided ("phase 2 - tbd") says so of rows, and not
/// of a whole sheet, which a line above its columns is about.
bool holdsBack(std::string_view line, bool wholeSheet);

/// "Wave 2", "Batch A", "Phase 3 (100 leads)": the name of a part of the list.
bool namesPartOfList(std::string_view line);

} // namespace leadsheet::app
