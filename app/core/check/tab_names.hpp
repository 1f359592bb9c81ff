// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/source_strip.hpp"

#include <string>
#include <string_view>

namespace leadsheet::app {

/// Which version of a list a tab holds by its name: of "Plan v2" and "Plan v3 final" the second.
struct TabVersion {
    std::string of; ///< the words of the name that say no version
    int number = 0; ///< more is newer
};
TabVersion tabVersionOf(std::string_view name);

} // namespace leadsheet::app
