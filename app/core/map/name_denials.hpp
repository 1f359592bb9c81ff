// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::app {

/// Whether a word in a column's name denies, and may rule something other than the column: "Title
/// (no assistants)", "Country except UK", "Domains not yet contacted", "Non-EU country". "Excluded
/// titles", "Countries to avoid" and "Domains (do not use)" say what the column holds.
bool deniesSomethingBeside(std::string_view header);

/// "Not", "never", "ohne": such a word rules what follows it, and no list is called by it.
bool isBareDenial(std::string_view plainWord);

} // namespace leadsheet::app
