// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// What an item names without the shares that it gives each: "France;Spain" of "France 60% / Spain
/// 40%", "DACH" of "2/3 DACH", and of places "Germany" of "Germany 100". Absent where none is
/// given.
std::optional<std::string> withoutShares(std::string_view item, bool place);

/// "62.01", "NACE J62", "SIC 7372": an industry by its code.
bool isIndustryCode(std::string_view item);

/// What an item says besides its pictures: "CEO" of "CEO \U0001F451". Nothing of one that a picture
/// crosses out; of a flag alone, as a place, its country. Absent where there is no picture.
std::optional<std::string> withoutPictures(std::string_view item, bool place);

} // namespace leadsheet::app
