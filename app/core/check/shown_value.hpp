// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/cell.hpp"

namespace leadsheet::app {

/// Whether what a person sees of a number or a date says less than what is stored: 1,235 for
/// 1234.6, 12 for 12,000 in thousands, a day whose time is not shown. Percentages, separators of
/// any language, exponents and words around the number are not a loss; fractions (1 1/2) are never
/// one.
bool isShownRounded(const Cell& cell);

} // namespace leadsheet::app
