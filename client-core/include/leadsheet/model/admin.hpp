// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/account_ids.hpp"
#include "leadsheet/model/order.hpp"

#include <optional>
#include <string>
#include <vector>

namespace leadsheet {

/// What all ingest calls of an order came to.
struct IngestCounts {
    std::int64_t accepted = 0;
    std::int64_t duplicate = 0; ///< leads the account owned already
    std::int64_t rejected = 0;  ///< rows that are not leads, or not leads that the order asks for
    bool final = false;         ///< whether the last part has arrived
};

/// An order with what fulfilment needs.
struct AdminOrder {
    AdminOrder(Order customerView, AccountId owner)
        : order(std::move(customerView))
        , account(std::move(owner)) {}

    Order order;
    AccountId account;
    std::string accountName;
    std::string keyId; ///< the key that created it
    IngestCounts ingested;
};

/// Filters of the work queue; empty members do not filter.
struct AdminOrderFilter {
    std::optional<OrderStatus> status;
    std::optional<AccountId> account;
    std::optional<std::string> createdAfter; ///< RFC 3339
};

/// An account as operators see it.
struct AdminAccount {
    explicit AdminAccount(AccountId accountId)
        : id(std::move(accountId)) {}

    AccountId id;
    std::string name;
    std::string environment; ///< `live` or `sandbox`
    bool suspended = false;  ///< its keys are refused
    Money available;
    Money held;
    std::string createdAt;                           ///< RFC 3339
    std::string duplicates;                          ///< as for Account
    std::optional<std::int64_t> duplicateWindowDays; ///< as for Account
};

/// That a person is suppressed for all accounts, or was. Says nothing about the person.
struct Suppression {
    std::string id;
    std::vector<std::string> by; ///< `email`, `linkedinUrl`
    std::int64_t erasedLeads = 0;
    std::string createdAt;               ///< RFC 3339
    std::string keyId;                   ///< that asked for it
    std::optional<std::string> liftedAt; ///< RFC 3339; nothing while it holds
    std::optional<std::string> liftedByKeyId;
};

/// What is to change; absent members stay as they are.
struct AccountChange {
    std::optional<std::string> name;
    std::optional<bool> suspended;
};

} // namespace leadsheet
