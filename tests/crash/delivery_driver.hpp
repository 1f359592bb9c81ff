// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "raw_http.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace leadsheet::test {

/// One order from its creation to its delivery in three parts, by calls that are repeated with the
/// same keys until they are answered.
struct DeliveryJob {
    std::string customerKey;
    std::string adminKey;
    /// Where the server listens now; may start it again. 0 = it cannot be started.
    std::function<std::uint16_t()> port;
};

/// Drives the order to its end; what is wrong, or an empty text.
std::string driveDelivery(const DeliveryJob& job);

/// What is wrong with the outcome, or an empty text: every lead once and in order, counts, money
/// and history in agreement.
std::string deliveryFaults(const DeliveryJob& job);

} // namespace leadsheet::test
