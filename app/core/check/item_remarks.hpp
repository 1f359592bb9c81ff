// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/field_reader.hpp"

#include <string>

namespace leadsheet::app {

/// Whether an item of a free list says more than what is searched for: "#CEO", "CEO??", "CEO etc.",
/// "mostly Germany", "1. CEO 2. CFO", and as a place "7xxxx" or "Remote - US". Then a problem was
/// added.
bool isRemarked(const FieldInput& input, const std::string& item, const contract::FieldInfo& field,
                ProblemSink& problems);

} // namespace leadsheet::app
