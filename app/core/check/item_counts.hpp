// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/item_phrases.hpp"

namespace leadsheet::app {

/// A number of leads beside what they are: "CEO: 50", "2x CEO", "Software (50)", "50 DE, 20 AT".
/// What is meant is the item without it.
std::optional<ItemRemark> countIn(std::string_view item, std::string_view field);

/// A code of a classification as an industry, or beside its name: "C10-C12", "62.01 - Programming",
/// "Machinery [28]", "NACE C: Manufacturing". What is meant is the name.
std::optional<ItemRemark> codeIn(std::string_view industry);

} // namespace leadsheet::app
