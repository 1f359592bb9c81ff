// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"

#include <string>

namespace leadsheet::submit::detail {

/// RFC 3339 in UTC, whole seconds.
std::string timestamp(WallTime time);

} // namespace leadsheet::submit::detail
