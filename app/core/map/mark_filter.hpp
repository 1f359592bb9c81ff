// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::app {

/// Whether a text may say, in words, that its row is not wanted. Tells nearly all texts that do
/// not, without a copy: those of letters, digits and blanks none of whose words is in anything that
/// says so.
bool mayMarkInWords(std::string_view text);

} // namespace leadsheet::app
