// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/handlers/body_members.hpp"
#include "domain/order_mark.hpp"
#include "store/store.hpp"

#include <boost/json/object.hpp>
#include <optional>

namespace leadsheet::server::api {

/// What a body changes of how an account treats equivalent orders.
struct DuplicateSettings {
    std::optional<domain::DuplicatePolicy> policy;
    std::optional<std::int64_t> windowDays;

    bool any() const { return policy || windowDays; }
};

/// The members duplicates and duplicateWindowDays; faults are left with `members`.
DuplicateSettings readDuplicateSettings(BodyMembers& members);
/// `account` as it is in the store.
void apply(const DuplicateSettings& settings, store::Tx& tx, const store::Account& account);
/// Sets both members.
void addDuplicateSettings(boost::json::object& out, const store::Account& account);

} // namespace leadsheet::server::api
