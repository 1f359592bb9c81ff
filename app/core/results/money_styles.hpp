// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// The styles part of a workbook in which every cell style has a twin that differs in one thing: it
/// shows numbers as money.
struct MoneyStyles {
    std::string part;                 ///< with the twins; equal to what came when it has them
    std::vector<std::uint32_t> twins; ///< by the index of the style; its own for a twin
};

/// `part` as it stands in the file; nothing for a part in which no twins can be put, which is then
/// to be left as it is. Doing it again adds nothing.
std::optional<MoneyStyles> withMoneyStyles(std::string_view part, std::string_view currency);

} // namespace leadsheet::app
