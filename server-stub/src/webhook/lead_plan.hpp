// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/webhook_events.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace leadsheet::server::webhook {

inline constexpr int kLeadsPerMessage = static_cast<int>(contract::kWebhookMaxLeadsPerMessage);

/// Every column of a lead, in the contract's order.
std::span<const store::LeadField> allLeadFields();

/// How leads are divided into messages: none holds more than 100 leads or 256 KiB, or leads of two
/// orders.
struct LeadPlan {
    struct OrderPart {
        store::OrderNumber order;
        std::vector<store::LeadSlice> slices; ///< parts are numbered; orderVersion is not set
    };
    std::vector<OrderPart> orders;
    std::int64_t leads = 0;
};

/// Looks at the leads of an account that match, up to the one with the seq `upTo`, a piece at a
/// time, so that nobody waits long.
store::StoreResult<LeadPlan> planLeads(store::Store& store, const store::AccountId& account,
                                       const store::LeadFilter& filter,
                                       std::optional<std::int64_t> upTo = {});

/// Queues the messages of a plan to a webhook: pending, or held when that is disabled. Returns how
/// many.
std::int64_t queuePlan(store::Tx& tx, const store::Webhook& webhook, const LeadPlan& plan,
                       store::Timestamp now);

/// The body of a message, {type, timestamp, data} (contract section 8). The same message always
/// gives the same bytes: leads never change.
std::string messageBody(store::Reader& reader, const store::WebhookMessage& message);

} // namespace leadsheet::server::webhook
