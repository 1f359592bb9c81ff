// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "palette.hpp"

#include <QString>

namespace leadsheet::desktop {

/// The few rules that Fusion and a palette cannot express. Palette roles only, no colours. Widgets
/// ask for a look by object name or by the dynamic properties "card", "primary" and "heading".
/// Headings and icons grow with the text, whose size in points is given.
QString applicationStyleSheet(int pointSize, ColourScheme scheme);

} // namespace leadsheet::desktop
