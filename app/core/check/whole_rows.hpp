// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"
#include "leadsheet/app/header.hpp"

#include <cstdint>
#include <set>
#include <vector>

namespace leadsheet::app {

/// Rows whose number of leads is the sum of the rows right below them, which are parts of them:
/// "DACH, 100" above Germany, Austria and Switzerland with 60, 30 and 10, "Software" above "davon
/// Cloud" and "davon On-Prem", number 1 above 1.1 and 1.2. Of the first rows of a tab, by number.
std::set<std::uint32_t> wholeRows(const std::vector<SampleRow>& rows, const ColumnMap& map);

} // namespace leadsheet::app
