// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/server.hpp"

#include <optional>
#include <string_view>

namespace leadsheet::server {

bool isInMemory(const Config& config);

/// What is wrong with the settings, before anything is opened.
std::optional<StartError> checkConfig(const Config& config);

} // namespace leadsheet::server
