// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// What an item says besides its pictures: "CEO" of "CEO \U0001F451". Nothing of one that a picture
/// crosses out; of a flag alone, as a place, its country. Absent where there is no picture.
std::optional<std::string> withoutPictures(std::string_view item, bool place);

} // namespace leadsheet::app
