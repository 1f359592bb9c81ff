// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace leadsheet::app {

/// What stands before the denial in a text of a cell that says what is not meant: "EU" of "EU
/// except Germany", nothing of "not Germany" and "-crm". Absent when nothing is denied, as in
/// "non-profit". `target` is the field that the text is for. Thread-safe; fast for plain texts.
std::optional<std::string_view> deniedIn(std::string_view text, std::string_view target);

} // namespace leadsheet::app
