// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::app {

/// A sign without what makes a picture of it.
std::string_view withoutVariation(std::string_view sign);

/// An amber light, an hourglass.
bool isSignOfWaiting(std::string_view cell);

/// A ring, which says yes where a cross says no.
bool isRing(std::string_view cell);

} // namespace leadsheet::app
