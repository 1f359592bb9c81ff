// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <vector>

namespace leadsheet::app {

/// Whether any field says which companies are meant, other than by their place and size.
bool saysWhichCompanies(const ColumnMap& map);

/// Where nothing says it: "ICP" with "SaaS" and "Fashion retail" below it, a text in nearly each
/// row that nothing is known of and that does not look like a label ("ICP 1"), is asked about.
void askForCompanies(const std::vector<SampleRow>& samples, UnusedColumn& column);

} // namespace leadsheet::app
