// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/timestamp.hpp"

#include <cstdint>
#include <optional>

namespace leadsheet::server::store {

/// What is still to be brought out, over all accounts. What goes to removed webhooks and
/// destinations does not count.
struct DeliveryBacklog {
    std::int64_t waiting = 0;
    std::int64_t held = 0;                   ///< back, until somebody decides otherwise
    std::optional<domain::Timestamp> oldest; ///< when the oldest of those waiting was first queued
};

} // namespace leadsheet::server::store
