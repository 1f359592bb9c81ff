// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"

#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

/// The items of a list cell. Unless the map splits it, the strongest separator present does: line
/// ends, then ; or |, then the comma.
std::optional<FieldValue> readList(const FieldInput& input, const std::vector<std::string>& pieces,
                                   bool isSplit, const contract::FieldInfo& field,
                                   ProblemSink& problems);

/// Whether so many items fit; adds the problem when they do not.
bool countFits(const FieldInput& input, std::size_t count, const contract::FieldInfo& field,
               ProblemSink& problems);

} // namespace leadsheet::app
