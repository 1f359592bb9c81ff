// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/config.hpp"

#include "api/reply.hpp"
#include "domain/timestamp.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace leadsheet::server::api {

/// The 401 that says how to authenticate.
Problem challenge(contract::ErrorCode code, std::string detail);
/// The same to a key that was revoked, if only since its request came.
Problem revokedKey();

/// Counts failed authentications by source address (contract section 3). In memory on purpose: it
/// protects this process, and an attacker must not be able to grow the database. Thread-safe;
/// remembers a bounded number of addresses.
class FailedAuthentication {
public:
    explicit FailedAuthentication(RatePolicy policy)
        : policy_(policy) {}

    /// Counts one failure; a value = over the limit, try again after that long.
    std::optional<std::chrono::seconds> record(const std::string& address, domain::Timestamp now);

private:
    struct Window {
        domain::Timestamp start;
        std::int64_t failures;
    };

    static constexpr std::size_t kMaxAddresses = 10'000;

    RatePolicy policy_;
    std::mutex mutex_;
    std::unordered_map<std::string, Window> windows_;
    domain::Timestamp swept_;
};

} // namespace leadsheet::server::api
