// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace leadsheet::app {

/// A number as a cell stores it (xsd:double); absent for what is not a number, too large for one,
/// or not finite. What is too small for one is zero.
std::optional<double> storedNumber(std::string_view text);

/// True when `appendGeneral` would give exactly `text` for the number it stands for: plain digits,
/// at most fifteen, nothing superfluous.
bool isGeneralText(std::string_view text);

} // namespace leadsheet::app
