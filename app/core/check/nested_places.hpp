// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"
#include "check/free_items.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What "Germany, Bavaria" means: one place, the smallest part first, which is said. Asks where a
/// part is not known, which may be a city or another country; where the items of the column keep
/// their commas (`isWhole`), it is taken as it stands, which is said. Empty when it asked.
std::vector<std::string> inwardPlace(const FieldInput& input, std::string_view piece, bool isWhole,
                                     ProblemSink& problems);

/// "Germany; Bavaria": all of Germany would be ordered. False when that was asked.
bool areApart(const FieldInput& input, const std::vector<ListItem>& places, ProblemSink& problems);

} // namespace leadsheet::app
