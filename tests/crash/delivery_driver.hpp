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
    /// Tells its leads and keys from those of another job.
    std::string name = "p";
};

/// Sends one call until it has an answer that is not "try again"; `once` is its key, or empty.
RawResponse insist(const DeliveryJob& job, const char* method, const std::string& target,
                   const std::string& key, const std::string& body, const std::string& once);

/// Drives the order to its end; what is wrong, or an empty text.
std::string driveDelivery(const DeliveryJob& job);

/// What is wrong with the outcome, or an empty text: every lead once and in order, counts, money
/// and history in agreement.
std::string deliveryFaults(const DeliveryJob& job);

} // namespace leadsheet::test
