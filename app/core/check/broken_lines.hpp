// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace leadsheet::app {

/// A list over several lines, of which two are one name that was broken into them ("Real" above
/// "Estate", "United" above "Kingdom", "Vice" above "President"), with such names in one line.
/// Where both lines are names as well, they are two items.
std::string withWholeNames(std::string text, std::string_view target);

} // namespace leadsheet::app
