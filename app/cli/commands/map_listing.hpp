// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "registry.hpp"

namespace leadsheet::cli {

/// Adds `map list` and `map remove`, over the maps saved by header signature.
void addMapListing(Registry& registry, const Command& map);

} // namespace leadsheet::cli
