// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace leadsheet::app {

/// The field that the name of a column is a value of ("Germany", "51-200", "CEO"), or nothing.
/// `placeless`: nothing else in the sheet says a place.
std::string_view fieldOfValue(std::string_view header, bool placeless);

/// Whether a cell below such a name says that its row asks for that value: a yes, a cross, or how
/// many leads of it; absent for other texts.
std::optional<bool> asksForValue(std::string_view cell);

} // namespace leadsheet::app
