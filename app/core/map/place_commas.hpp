// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "map/comma_parts.hpp"
#include "map/places.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What the commas between the parts of a text of places do; at least two parts.
CommaMeaning placeCommas(const std::vector<std::string_view>& parts);

/// Whether each part of a text of CommaMeaning::Inward is known to lie in the one before: all are
/// known, or a city stands behind a region and its country.
bool isKnownInward(std::string_view places);
/// Such a text the other way round: "Munich, Germany". Areas larger than a country are left out.
std::string outward(std::string_view places);

/// Whether the one is a region of the other, and of no other country. Letters for a region do not
/// say so: "CA" beside "US" is Canada.
bool liesIn(const PlaceRoles& region, const PlaceRoles& country);

} // namespace leadsheet::app
