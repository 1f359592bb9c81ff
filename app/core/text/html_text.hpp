// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// The text without the codes of HTML that exports leave in it: "Food &amp; Beverage",
/// "L&#39;Oréal", "Banking<br>Insurance" (a new line). Nothing where there are none.
std::optional<std::string> withoutHtml(std::string_view text);

} // namespace leadsheet::app
