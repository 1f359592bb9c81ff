// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/header.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace leadsheet::app {

/// Where one name stands above several columns ("Leads" above "ordered" and "open"): for each
/// column of such a group the one that the name stands in, for others nothing. The name stands
/// above the first of them, or above each.
std::vector<std::optional<std::size_t>> spreadNames(const SampleRow& names, const SampleRow& below);

} // namespace leadsheet::app
