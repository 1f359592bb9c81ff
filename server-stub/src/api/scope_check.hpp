// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

/// Whether a key that holds these scopes may do what `wanted` allows, itself or by implication.
bool grantsScope(const std::vector<std::string>& held, std::string_view wanted);

} // namespace leadsheet::server::api
