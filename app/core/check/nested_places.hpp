// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"
#include "check/free_items.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What "Germany, Munich" means: one place, the smallest part first, which is said. Asks where a
/// part is not known, unless the whole column is written so (`isWhole`) and not of countries: it
/// may be another country. Empty when it asked.
std::vector<std::string> inwardPlace(const FieldInput& input, std::string_view piece, bool isWhole,
                                     ProblemSink& problems);

/// "Germany; Bavaria": all of Germany would be ordered. False when that was asked.
bool areApart(const FieldInput& input, const std::vector<ListItem>& places, ProblemSink& problems);

} // namespace leadsheet::app
