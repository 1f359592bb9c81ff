// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace leadsheet::app {

/// The column beside numbers of leads that says what part of them a row is meant to have ("Share",
/// "Split", 60 % and 40 %), or how many times ("Weeks", "Multiplier"), where the numbers do not
/// say so already: 600 and 400 are such parts themselves.
std::optional<std::uint32_t> columnOfShares(const std::vector<SampleRow>& samples,
                                            const ColumnMap& map, std::uint32_t counts);

} // namespace leadsheet::app
