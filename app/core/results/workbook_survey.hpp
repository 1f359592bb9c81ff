// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "results/result_layout.hpp"

namespace leadsheet::app {

/// A pass over the open sheet, before anything is written beside its cells.
SheetResult<SheetExtent> surveySheet(RowSource& source, std::optional<std::uint32_t> headerRow);

} // namespace leadsheet::app
