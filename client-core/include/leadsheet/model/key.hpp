// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/account_ids.hpp"
#include "leadsheet/money.hpp"

#include <optional>
#include <string>
#include <vector>

namespace leadsheet {

/// A key as the service keeps it, without its secret (contract section 10).
struct KeyRecord {
    explicit KeyRecord(KeyId keyId)
        : id(std::move(keyId)) {}

    KeyId id;
    std::string type; ///< `customer` or `admin`
    std::string name;
    std::string prefix; ///< the public beginning of the secret
    std::string last4;
    std::vector<std::string> scopes;       ///< as granted; implied ones are not listed
    std::optional<Money> dailySpendCap;    ///< most that is held a day (UTC)
    std::optional<KeyId> predecessor;      ///< the key this one replaced
    std::string createdAt;                 ///< RFC 3339, as all times here
    std::optional<std::string> expiresAt;  ///< a rotated key: the end of the overlap
    std::optional<std::string> lastUsedAt; ///< to the minute
    std::optional<std::string> revokedAt;
    std::optional<AccountId> account; ///< told to admin keys only
};

/// A key that was just made. Nothing else ever shows the secret; the same call under the same
/// Idempotency-Key shows it again, so that a lost answer loses no key.
struct CreatedKey {
    KeyRecord record;
    ApiKey secret;
};

/// What a new key may do. The service refuses what the calling key lacks (MissingScope), and caps
/// the cap at the caller's own.
struct NewKey {
    std::string name; ///< 1 to 100 characters
    std::vector<std::string> scopes;
    std::optional<Money> dailySpendCap;
    std::optional<std::string> expiresAt; ///< RFC 3339; never when not set
};

} // namespace leadsheet
