// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/request_rules.hpp"
#include "store/records.hpp"

#include <optional>

namespace leadsheet::server::store {

/// A request that comes with a key.
struct Admission {
    Digest hash{}; ///< of the key
    Timestamp now;
    /// What the request is to be charged to. Of windows that only single requests are charged to:
    /// none that an order is charged to in its own transaction.
    std::optional<RateRule> rule = {};
};

struct Admitted {
    /// With this hash, whatever its state: the caller judges.
    std::optional<AuthenticatedKey> key;
    /// Of the rule; charged twice where the connection to the database was lost between question
    /// and answer. Nothing when the request was not charged and has to be in a job of its own: the
    /// store charges in jobs only, the key does not work or its last use has to be noted, the
    /// counter is new or somebody holds it, or not all that came together would fit into it.
    std::optional<domain::RateDecision> charged;
};

} // namespace leadsheet::server::store
